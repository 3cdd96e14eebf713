// The steps of the program so far: edges of the control flow, and 8-byte words copied or allocated. Counted only in the
// build of Tests/fuzz/run.
long fuzz_steps(void);
