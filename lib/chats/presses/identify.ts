import type { Person } from '../../case/answer.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { whichPerson } from '../../verdict/which-person.ts';
import type { Click } from './click.ts';

/**
 * Who clicked, by their real name, and with the address that the chat vouches for. It decides nothing: where the chat says
 * nothing, people are called as the click says.
 */
export async function identify(
  { by, channelId, isOutsider, directory }: Pick<Click, 'by' | 'channelId' | 'isOutsider' | 'directory'>,
  { people }: Pick<BridgeConfig, 'people'>,
): Promise<Person> {
  const profile = (await directory.profileOf?.(by.id, channelId).catch(() => null)) ?? null;
  const email = isOutsider ? null : profile?.email;
  const account = { ...by, name: profile?.name ?? by.name, ...(email && { email }) };
  return { ...account, name: whichPerson(people, account).name };
}
