type Values = Record<string, string | readonly string[] | null>;

/** By name, in Slack's form: nothing is null, and a field that takes several values is a list. */
export function formValues(form: HTMLFormElement): Values {
  const many = new Set(
    [...form.querySelectorAll<HTMLElement>('[data-many]')].map(({ dataset }) => dataset.many),
  );
  const given = new FormData(form);
  const names = [...form.querySelectorAll('[name]')].map((input) => input.getAttribute('name') ?? '');
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      many.has(name) ? given.getAll(name).map(String) : String(given.get(name) ?? '') || null,
    ]),
  );
}
