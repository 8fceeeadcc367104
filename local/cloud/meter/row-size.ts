/** A value in the form of DynamoDB's API: `{ S: 'text' }`. */
export type Value = Readonly<Record<string, unknown>>;
export type Row = Readonly<Record<string, Value>>;

/** What a list or a map takes besides its content, and for each element. */
const NESTED_BYTES = 3;
const ELEMENT_BYTES = 1;

/** A row's size as DynamoDB counts it: the names and the values of its attributes. */
export const sizeOfRow = (row: Row): number =>
  Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

function sizeOf(value: Value): number {
  const [[type, held] = ['', undefined]] = Object.entries(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(held));
    case 'N':
      return numberSize(String(held));
    case 'B':
      return held instanceof Uint8Array ? held.length : Buffer.from(String(held), 'base64').length;
    case 'BOOL':
    case 'NULL':
      return 1;
    case 'SS':
      return sum(held as string[], (one) => Buffer.byteLength(one));
    case 'NS':
      return sum(held as string[], numberSize);
    case 'L':
      return NESTED_BYTES + sum(held as Value[], (one) => ELEMENT_BYTES + sizeOf(one));
    case 'M':
      return (
        NESTED_BYTES +
        sum(
          Object.entries(held as Row),
          ([name, one]) => ELEMENT_BYTES + Buffer.byteLength(name) + sizeOf(one),
        )
      );
    default:
      throw new Error(`the size of a value of the type ${type} is not known here`);
  }
}

/** Two digits per byte, without zeros at either end, plus one byte. */
const numberSize = (text: string): number => {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+|0+$/g, '').length;
  return Math.ceil(digits / 2) + 1;
};

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);
