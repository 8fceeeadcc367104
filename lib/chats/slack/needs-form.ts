import type { OutcomeChoice } from '../document/outcome-choices.ts';

/**
 * Whether pressing an outcome opens the form instead of deciding. Slack asks "are you sure" for a whole menu only, so
 * there an outcome that wants to be confirmed or approved opens the form, where it can be seen what will happen.
 */
export const needsForm = ({ comment, confirm, approval }: OutcomeChoice, where: 'button' | 'menu'): boolean =>
  comment === 'required' || (where === 'menu' && (confirm || approval));
