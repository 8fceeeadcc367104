import { constants, setPriority } from 'node:os';

// Whoever waits for answers in time is served first.
setPriority(constants.priority.PRIORITY_LOW);
