import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedFileError } from '../stand-in-kit/damaged-file.ts';

/** LevelDB's log: blocks of this size, of records that do not cross them. */
const BLOCK = 32 * 1024;
/** Checksum, length and type of a record. */
const HEADER = 7;
const MOST_TYPE = 4;

/** For CRC-32C, which LevelDB uses for its records. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = ((crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0)) >>> 0;
  return (crc ^ 0xffffffff) >>> 0;
}

/** LevelDB's masking, so that a checksum over data with checksums stays meaningful. */
const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;

/** Where a LevelDB log is damaged; null if it is not. Half a record at its end was never confirmed to anybody. */
export function firstDamage(log: Buffer): number | null {
  for (let at = 0; at < log.length; ) {
    const left = BLOCK - (at % BLOCK);
    if (left < HEADER) {
      at += left;
      continue;
    }
    if (at + HEADER > log.length) return null;
    const length = log.readUInt16LE(at + 4);
    const type = log[at + 6] ?? 0;
    if (type === 0 && length === 0) {
      // A disk that was cut off leaves zeros, and nothing after them.
      return log.subarray(at).every((byte) => byte === 0) ? null : at;
    }
    if (type > MOST_TYPE || HEADER + length > left) return at;
    const end = at + HEADER + length;
    if (end > log.length) return null;
    if (masked(crc32c(log.subarray(at + 6, end))) !== log.readUInt32LE(at)) return at;
    at = end;
  }
  return null;
}

/** LevelDB itself silently skips what it cannot read in its log: rows would be lost. */
export async function checkStoreLog(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^\d+\.log$/.test(one))) {
    const path = join(folder, name);
    const at = firstDamage(await readFile(path));
    if (at !== null) throw new DamagedFileError(path, `byte ${at} and what follows are not what was written`);
  }
}
