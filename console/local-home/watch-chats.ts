import type { KnownPerson } from '../chat/chats.ts';
import type { Subscriber } from '../events/subscriber.ts';
import type { StandIns } from './stand-ins.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Marks changes in the chats, for people who can see them. Returns a function that stops it. */
export function watchChats(
  { slack, teams }: StandIns,
  people: readonly KnownPerson[],
  subscribers: ReadonlySet<Subscriber>,
): () => void {
  const personOf = new Map(
    people.flatMap(({ id, slackId, teamsId }) => [
      [slackId, id],
      [teamsId, id],
    ]),
  );
  const isFor = (user: unknown, { person }: Subscriber) =>
    typeof user !== 'string' || personOf.get(user) === person;

  const stopSlack = slack?.onChange((change: Fields) => {
    const { type, channel, ts, thread_ts: thread, user } = change;
    const ofMessage = /^(?:message|ephemeral)\./.test(String(type));
    const ofModal = /^view\.|^user\.saw$/.test(String(type));
    for (const subscriber of subscribers) {
      if (!isFor(user, subscriber)) continue;
      if (ofModal) subscriber.mark('modal');
      if (!ofMessage) continue;
      subscriber.markMessage('slack', String(channel), String(ts));
      // The parent message shows how many replies there are.
      if (typeof thread === 'string') subscriber.markMessage('slack', String(channel), thread);
    }
  });
  const stopTeams = teams?.onChange((change: Fields) => {
    const { type, channel, id, root, user } = change;
    if (!/^(?:message|targeted)\./.test(String(type))) return;
    for (const subscriber of subscribers) {
      if (String(type).startsWith('targeted.') && !isFor(user, subscriber)) continue;
      subscriber.markMessage('teams', String(channel), String(id));
      if (typeof root === 'string') subscriber.markMessage('teams', String(channel), root);
    }
  });
  return () => {
    stopSlack?.();
    stopTeams?.();
  };
}
