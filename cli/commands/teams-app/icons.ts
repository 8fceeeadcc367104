import { deflateSync } from 'node:zlib';
import { crc32 } from './crc32.ts';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const DARK: Pixel = [0x1f, 0x29, 0x33, 255];
const WHITE: Pixel = [255, 255, 255, 255];
const CLEAR: Pixel = [255, 255, 255, 0];

/** The picture of the app: an arch of a bridge over a line. In full colour, 192 pixels. */
export const colorIcon = (): Buffer => encodePng(192, (x, y) => (isBridge(x, y) ? WHITE : DARK));

/** The same in white on nothing, 32 pixels, as Teams wants it for its own bars. */
export const outlineIcon = (): Buffer => encodePng(32, (x, y) => (isBridge(x, y) ? WHITE : CLEAR));

/** From 0 to 1, with 0 at the left and at the top. */
function isBridge(x: number, y: number): boolean {
  const fromCentre = Math.hypot(x - 0.5, y - 0.68);
  const arch = fromCentre > 0.26 && fromCentre < 0.35 && y < 0.68;
  const deck = y >= 0.3 && y < 0.38 && x > 0.12 && x < 0.88;
  const water = y >= 0.68 && y < 0.76 && x > 0.12 && x < 0.88;
  return arch || deck || water;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits each of red, green, blue and alpha, without interlacing. */
const FORMAT = Buffer.from([8, 6, 0, 0, 0]);

function encodePng(size: number, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const rows = Array.from({ length: size }, (_, row) => [
    // No filter.
    0,
    ...Array.from({ length: size }, (_, column) => pixelAt((column + 0.5) / size, (row + 0.5) / size)).flat(),
  ]);
  const dimensions = Buffer.alloc(8);
  dimensions.writeUInt32BE(size, 0);
  dimensions.writeUInt32BE(size, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([dimensions, FORMAT])),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
