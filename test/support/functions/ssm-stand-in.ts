import { startScriptedServer } from '../scripted-server.ts';

export interface SsmStandIn {
  readonly url: string;
  /** The parameters by name. May be changed at any time. */
  readonly parameters: Map<string, string>;
  close(): Promise<void>;
}

const refusal = (code: string, message: string) => ({ status: 400, json: { __type: code, message } });

/** As much of SSM as reading a secret and writing one needs. */
export async function startSsmStandIn(parameters: Readonly<Record<string, string>>): Promise<SsmStandIn> {
  const values = new Map(Object.entries(parameters));
  const { url, close } = await startScriptedServer(({ headers, body }) => {
    const target = headers['x-amz-target'];
    if (target === 'AmazonSSM.PutParameter') {
      const put = JSON.parse(body) as { Name: string; Value: string; Overwrite?: boolean };
      if (values.has(put.Name) && !put.Overwrite) return refusal('ParameterAlreadyExists', '');
      values.set(put.Name, put.Value);
      return { json: { Version: 1 } };
    }
    if (target !== 'AmazonSSM.GetParameter') return refusal('UnknownOperationException', String(target));
    const { Name, WithDecryption } = JSON.parse(body) as { Name: string; WithDecryption?: boolean };
    const value = values.get(Name);
    if (value === undefined) return refusal('ParameterNotFound', '');
    // Undecrypted, a SecureString is of no use: as in AWS, it is up to the caller to ask for more.
    const Value = WithDecryption ? value : 'AQICAHh-undecrypted';
    return { json: { Parameter: { Name, Type: 'SecureString', Value, Version: 1 } } };
  });
  return { url, parameters: values, close };
}
