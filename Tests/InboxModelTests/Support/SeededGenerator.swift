import InboxModel

/// Random numbers that are equal in every run.
typealias SeededGenerator = SplitMix64
