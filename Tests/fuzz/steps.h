// The steps of the program: edges of the control flow that were taken, and 8-byte words that were copied or allocated.
// Counted in the build of Tests/fuzz/run alone.
long fuzz_steps(void);
