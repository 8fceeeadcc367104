import { createMemoryBudget } from '../../../lib/posture/request-budget.ts';
import { describeRequestBudget } from '../../contract/request-budget.ts';

describeRequestBudget('the in-memory budget', createMemoryBudget);
