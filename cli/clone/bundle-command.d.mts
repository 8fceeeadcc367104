/** Where the bundle of the command is. `root`: another folder than this clone, with the same two entry points. */
export function bundledCommand(root?: string): Promise<string>;
/** The same of `npm start`. */
export function bundledStart(root?: string): Promise<string>;
