import { Fragment } from 'react'

/** The parts between which an address may break: after its @, and before each dot. */
export const emailParts = (email: string): { at: number; part: string }[] => {
  const parts: { at: number; part: string }[] = []
  let at = 0
  for (const part of email.split(/(?<=@)|(?=\.)/)) {
    parts.push({ at, part })
    at += part.length
  }
  return parts
}

/** An email address. Where it is too long for its line, it breaks after the @ or before a dot rather than in the middle of a word. */
export function EmailText({ email }: { email: string }) {
  return (
    <bdi translate="no">
      {emailParts(email).map(({ at, part }) => (
        <Fragment key={at}>
          {at > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
