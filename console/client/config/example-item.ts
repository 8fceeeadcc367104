/** An invented case in the API's form, for people who have none to paste. */
export const EXAMPLE_ITEM = {
  case_id: '00000000-0000-4000-8000-000000000001',
  threat_type: 'data_exfiltration',
  created_at: '2026-01-15T09:00:00Z',
  user_name: 'Jane Example',
  user_email: 'jane@example.com',
  threat_brief: 'Many files went to a private drive.',
  events: [],
};
