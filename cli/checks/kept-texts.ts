interface Source {
  file: string
  text: string
}

/** Files whose longer texts are kept otherwise, or not at all, with the reason. */
const notKept: Record<string, string> = {
  'web/features/operations/patrol/fine-part.tsx': 'the look-up that it belongs to is gone after a reload',
  'web/features/people/residents/credential-fields.tsx': 'credentials are kept nowhere',
  'web/ui/reason-field.tsx': 'it belongs to the dialog around it',
}

const longText = /<Textarea\b/
const keeps = /from '(?:@\/lib\/use-draft|\.\/use-settings-form)\.ts'/
// A reload closes it, and what it asks about may be otherwise by then.
const dialog = /<(?:Modal|FormDialog|ActDialog)\b/

/** Finds forms on pages that take longer texts and lose them with a reload, and listed files that need not be. */
export function findLostTexts(
  files: readonly Source[],
  listed: readonly string[] = Object.keys(notKept),
): string[] {
  const lost = files.filter(({ text }) => longText.test(text) && !keeps.test(text) && !dialog.test(text))
  const names = new Set(lost.map(({ file }) => file))
  return [
    ...lost
      .filter(({ file }) => !listed.includes(file))
      .map(
        ({ file }) =>
          `${file} loses what is typed with a reload. Use useTextDraft or useDraft (web/lib/use-draft.ts).`,
      ),
    ...listed
      .filter((file) => !names.has(file))
      .map((file) => `${file} keeps what is typed, so it need not be listed in cli/checks/kept-texts.ts.`),
  ]
}
