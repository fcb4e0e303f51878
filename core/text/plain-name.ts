/** Line breaks, control characters, and the signs that turn the direction of text around. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
/** What mail programs make a link of: an address, or a domain such as evil.example. */
const link = /:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2}/iu

/**
 * Whether a text can be the name of a person or a lot: it goes into subjects of emails to people who never asked for
 * them, so that it must not break lines or carry a link. The database says the same (is_plain_name).
 */
export const isPlainName = (text: string): boolean => !unseen.test(text) && !link.test(text)

/** A name from elsewhere as a plain one: what cannot be in a name is a space. Empty where nothing is left. */
export function plainName(text: string): string {
  return text
    .replaceAll(new RegExp(unseen.source, 'gu'), ' ')
    .replaceAll('://', ' ')
    .replaceAll(/www\./gi, ' ')
    .replaceAll(/([\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=\p{L}{2})/gu, '$1. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}
