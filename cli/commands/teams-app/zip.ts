import { crc32 } from './crc32.ts';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Names are UTF-8. */
const FLAGS = 0x0800;
/** The first moment that a zip can name: the same files make the same package, byte for byte. */
const [TIME, DATE] = [0, 0x0021];
const VERSION = 20;

/** Files as a zip, stored as they are: three small ones need no compression, and no package for it. */
export function createZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const bytes = Buffer.from(name, 'utf8');
    const about = [crc32(content), content.byteLength, content.byteLength];
    const local = Buffer.concat([
      fields([4, 0x04034b50], [2, VERSION, FLAGS, 0, TIME, DATE], [4, ...about], [2, bytes.length, 0]),
      bytes,
      content,
    ]);
    directory.push(
      fields(
        [4, 0x02014b50],
        [2, VERSION, VERSION, FLAGS, 0, TIME, DATE],
        [4, ...about],
        [2, bytes.length, 0, 0, 0, 0],
        [4, 0, offset],
      ),
      bytes,
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = entries.length;
  const end = fields([4, 0x06054b50], [2, 0, 0, count, count], [4, central.length, offset], [2, 0]);
  return Buffer.concat([...locals, central, end]);
}

/** Numbers of a width, one after the other, the lowest byte first. */
function fields(...groups: readonly (readonly [width: 2 | 4, ...numbers: number[]])[]): Buffer {
  return Buffer.concat(
    groups.flatMap(([width, ...numbers]) =>
      numbers.map((number) => {
        const bytes = Buffer.alloc(width);
        bytes.writeUIntLE(number, 0, width);
        return bytes;
      }),
    ),
  );
}
