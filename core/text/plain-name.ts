/** Line breaks, control characters, and characters that override text direction. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
/** Matches text that mail programs turn into a link: a URL, or a domain such as evil.example. */
const link = /:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2}/iu

/**
 * Whether a text is allowed as the name of a person or a lot. Names appear in subjects of emails to people who never
 * asked for them, so they must not break lines or carry a link. The database has the same check (`is_plain_name`).
 */
export const isPlainName = (text: string): boolean => !unseen.test(text) && !link.test(text)

/** Converts an external name into a plain one by replacing disallowed parts with spaces; the result may be empty. */
export function plainName(text: string): string {
  return text
    .replaceAll(new RegExp(unseen.source, 'gu'), ' ')
    .replaceAll('://', ' ')
    .replaceAll(/www\./gi, ' ')
    .replaceAll(/([\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=\p{L}{2})/gu, '$1. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
