import { HostConfig } from 'adaptivecards';

/** Colours are variables of the page, so that a card changes with the theme without being rendered again. */
const colour = (name: string, subtle = name) => ({ default: `var(--${name})`, subtle: `var(--${subtle})` });
const ink = colour('ink', 'soft');
const foregroundColors = {
  default: ink,
  dark: ink,
  light: ink,
  accent: colour('mark'),
  attention: colour('bad'),
  good: colour('good'),
  warning: colour('warn'),
};
const container = (backgroundColor: string) => ({ backgroundColor, foregroundColors });

const fontType = (fontFamily: string) => ({
  fontFamily,
  fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 22 },
  fontWeights: { lighter: 400, default: 400, bolder: 600 },
});

/** Sizes and distances as in Teams. */
export const CARD_HOST = new HostConfig({
  supportsInteractivity: true,
  fontTypes: { default: fontType('inherit'), monospace: fontType('var(--mono)') },
  lineHeights: { small: 16, default: 20, medium: 22, large: 24, extraLarge: 28 },
  spacing: { small: 4, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 12 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  containerStyles: {
    default: container('transparent'),
    emphasis: container('var(--sunken)'),
    accent: container('var(--mark-back)'),
    good: container('var(--good-back)'),
    attention: container('var(--bad-back)'),
    warning: container('var(--warn-back)'),
  },
  actions: {
    maxActions: 6,
    spacing: 'default',
    buttonSpacing: 8,
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
  },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { weight: 'bolder', suffix: ' *', suffixColor: 'attention' },
      optionalInputs: { weight: 'bolder' },
    },
    errorMessage: { color: 'attention', size: 'small', spacing: 'small' },
  },
});
