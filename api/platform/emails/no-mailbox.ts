/** What the mail client says about a refusal of a server. */
interface Refusal {
  responseCode?: unknown
  response?: unknown
  command?: unknown
}

/** Replies of mail servers that say that there is no such mailbox (RFC 5321), unless the text after them says otherwise. */
const replies: readonly unknown[] = [550, 551, 553]
/** Enhanced status codes (RFC 3463) about the address or a mailbox that is closed, and not about our server or the text. */
const aboutMailbox = /^5\.(?:1\.\d{1,3}|2\.1)$/

/** Whether a failed delivery means that the mailbox of the recipient does not exist, so that trying again is of no use. */
export function hasNoMailbox(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, response, command } = error as Refusal
  if (command !== 'RCPT TO' || !replies.includes(responseCode)) return false
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1]
  return code === undefined || aboutMailbox.test(code)
}
