/** Where the bundle of the command is. `root`: another folder than this clone, with the same two entry points. */
export function bundledCommand(root?: string): Promise<string>;
