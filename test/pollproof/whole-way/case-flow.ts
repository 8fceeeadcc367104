import { cookbookFlow, type FlowNode } from '../node-red.ts';
import { CHANNEL, EVERY_S } from './contender.ts';

interface Given {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly slackUrl: string;
  readonly botToken: string;
}

const MESSAGE = `const item = msg.payload;
const buttons = ['TRUE_POSITIVE', 'FALSE_POSITIVE'].map((outcome) => ({
  type: 'button', action_id: 'verdict:' + outcome, value: item.case_id, text: { type: 'plain_text', text: outcome } }));
const text = item.threat_type + ': ' + item.user_email + ', case ' + item.case_id.slice(0, 8);
msg.payload = { channel: CHANNEL, text, blocks: [
  { type: 'section', text: { type: 'plain_text', text } }, { type: 'actions', elements: buttons } ] };
msg.headers = { authorization: 'Bearer ' + TOKEN, 'content-type': 'application/json; charset=utf-8' };
return msg;`;
const VERDICT = `const press = JSON.parse(msg.payload.payload);
const [action] = press.actions;
msg.res.status(200).end();
return { press, url: API + '/cases/' + action.value + '/verdict', method: 'POST',
  headers: { 'X-API-Key': KEY, 'content-type': 'application/json' },
  payload: { outcome: action.action_id.slice(8) } };`;
const SHOWN = `return { url: msg.press.response_url, method: 'POST', headers: { 'content-type': 'application/json' },
  payload: { replace_original: true, text: 'case ' + msg.press.actions[0].value.slice(0, 8) + ', recorded for ' + msg.press.user.name } };`;

/** The flow of the cookbook's recipes, with a limit of one message a second, and a second one for the buttons. */
export function caseFlow({ apiUrl, apiKey, slackUrl, botToken }: Given): readonly FlowNode[] {
  const fill = (code: string) =>
    code
      .replaceAll('CHANNEL', JSON.stringify(CHANNEL))
      .replaceAll('TOKEN', JSON.stringify(botToken))
      .replaceAll('KEY', JSON.stringify(apiKey))
      .replace(/\bAPI\b(?=\s*\+)/, JSON.stringify(apiUrl));
  const node = (name: string, type: string, next: string | null, settings: object = {}): FlowNode => ({
    ...{ id: name, type, z: 'tab', name, x: 100, y: 100, wires: [next === null ? [] : [next]] },
    ...settings,
  });
  const code = (text: string) => ({ func: fill(text), outputs: 1 });
  const perSecond = { pauseType: 'rate', rate: '1', nbRateUnits: '1.1', rateUnits: 'second', drop: false };
  const polling = cookbookFlow(apiUrl, 'cases', EVERY_S * 1000).map((one) =>
    one.id === 'changed'
      ? { ...one, wires: [['limit']] }
      : one.id === 'post'
        ? { ...one, url: `${slackUrl}chat.postMessage`, ret: 'obj' }
        : one.id === 'get'
          ? {
              ...one,
              headers: [{ keyType: 'other', keyValue: 'X-API-Key', valueType: 'other', valueValue: apiKey }],
            }
          : one,
  );
  return [
    ...polling,
    node('limit', 'delay', 'message', perSecond),
    node('message', 'function', 'post', code(MESSAGE)),
    node('pressed', 'http in', 'verdict', { url: '/slack', method: 'post' }),
    node('verdict', 'function', 'record', code(VERDICT)),
    node('record', 'http request', 'shown', { method: 'use', ret: 'obj', url: '' }),
    node('shown', 'function', 'replace', code(SHOWN)),
    node('replace', 'http request', null, { method: 'use', ret: 'txt', url: '' }),
  ];
}

/** How many lines of code are in its nodes. */
export const CODE_LINES = [MESSAGE, VERDICT, SHOWN].join('\n').split('\n').length;
