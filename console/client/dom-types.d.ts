// The client runs in a browser; nothing else in this repository does.
/// <reference lib="dom" />
