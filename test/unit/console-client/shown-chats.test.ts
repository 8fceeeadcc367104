import { describe, expect, it } from 'vitest';
import { shownChats } from '../../../console/client/chat/shown-chats.ts';
import { BRIDGE } from './bridge.ts';

const gone = { isStandIn: false, why: 'It is the real one.', rooms: [] };

describe('shownChats', () => {
  it('has both where both can be shown', () => {
    expect(shownChats(BRIDGE)).toEqual(['slack', 'teams']);
  });

  it('leaves no empty half beside the only one', () => {
    expect(shownChats({ ...BRIDGE, teams: gone })).toEqual(['slack']);
    expect(shownChats({ ...BRIDGE, slack: gone })).toEqual(['teams']);
    expect(shownChats({ ...BRIDGE, slack: { ...BRIDGE.slack, rooms: [] } })).toEqual(['teams']);
  });

  it('has both where neither can be shown, since both have to say why', () => {
    expect(shownChats({ slack: gone, teams: gone })).toEqual(['slack', 'teams']);
  });
});
