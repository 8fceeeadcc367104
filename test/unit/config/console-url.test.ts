import { describe, expect, it } from 'vitest';
import { complaints, sample } from './sample.ts';

const of = (changes: object) =>
  complaints({ domains: { acme: { ...sample.domains.acme, ...changes } } }).map((line) =>
    line.replace('domains.acme.', ''),
  );
const TENANT = '00000000-0000-4000-8000-000000000001';
const WORKSPACE = `/subscriptions/${TENANT}/resourceGroups/rg-1/providers/Microsoft.OperationalInsights/workspaces/soc`;

describe('where the platform is opened', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com/{kind}/{id}',
    'https://app.example.com/#/{kind}/{id}',
    'https://app.example.com?open={id}',
    'http://127.0.0.1:4010/{kind}/{id}',
    { cases: 'https://app.example.com/c/{id}' },
    { cases: 'https://app.example.com/c/{id}', threats: 'https://app.example.com/t/{id}' },
  ])('may be %j', (consoleUrl) => {
    expect(of({ consoleUrl })).toEqual([]);
  });

  it.each([
    ['http://app.example.com/{id}', 'consoleUrl: must be an https address'],
    ['https://app.example.com/{kind}', 'consoleUrl: must have {id} where the id goes'],
    ['https://app.example.com/{case}', 'consoleUrl: has a placeholder that is neither {kind} nor {id}'],
    ['https://{id}.example.com/', 'consoleUrl: must have its placeholders behind the name of the host'],
    ['https://app.example.com{id}', 'consoleUrl: must have its placeholders behind the name of the host'],
    ['https://me:{id}@app.example.com/', 'consoleUrl: must not hold a user or a password'],
    ['javascript:alert("{id}")', 'consoleUrl: must be an https address'],
    [`https://app.example.com/${'a'.repeat(250)}/{id}`, 'consoleUrl: must be at most 250 characters long'],
    [{ cases: 'https://app.example.com/' }, 'consoleUrl.cases: must have {id} where the id goes'],
    [{ threats: 'ftp://app.example.com/{id}' }, 'consoleUrl.threats: must be an https address'],
  ])('may not be %j', (consoleUrl, complaint) => {
    expect(of({ consoleUrl })).toEqual([complaint]);
  });
});

describe('where hunting queries are opened', () => {
  it.each([
    { tenantId: TENANT },
    { tenantId: TENANT, portal: 'https://security.microsoft.us' },
    { tenantId: TENANT, workspace: WORKSPACE },
    { tenantId: TENANT, workspace: WORKSPACE.toLowerCase(), portal: 'https://portal.azure.us/' },
  ])('may be %j', (hunting) => {
    expect(of({ hunting })).toEqual([]);
  });

  it.each([
    [{}, /^hunting\.tenantId: missing/],
    [{ tenantId: 'contoso.com' }, /^hunting\.tenantId: must be the id of the tenant/],
    [
      { tenantId: TENANT, workspace: TENANT },
      /^hunting\.workspace: must be the resource id of a Log Analytics/,
    ],
    [
      { tenantId: TENANT, workspace: `${WORKSPACE}/tables/x` },
      /^hunting\.workspace: must be the resource id of a Log Analytics/,
    ],
    [
      { tenantId: TENANT, portal: 'https://security.microsoft.us/v2/' },
      /^hunting\.portal: must be the address of the portal alone/,
    ],
    [
      { tenantId: TENANT, portal: 'http://security.microsoft.us' },
      /^hunting\.portal: must be an https address/,
    ],
  ])('may not be %j', (hunting, complaint) => {
    expect(of({ hunting })).toEqual([expect.stringMatching(complaint)]);
  });
});
