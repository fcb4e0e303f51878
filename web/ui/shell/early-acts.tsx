import { holdEarlyActs } from '@/lib/early/hold-early-acts.ts'
import { LISTENING } from '@/lib/early/listening.ts'

/** Keeps what is done on the page before React listens. It belongs in the head, because it has to run before anything can be tapped. */
export function EarlyActs({ nonce }: { nonce: string | undefined }) {
  const script = `(${String(holdEarlyActs)})(${JSON.stringify(LISTENING)})`
  // oxlint-disable-next-line react/no-danger -- our own code, and nothing of a request
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
