import InboxModel

/// Random numbers that are the same in every run.
typealias SeededGenerator = SplitMix64
