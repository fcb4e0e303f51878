import type { CallError } from '@openspot/contract/call.ts'
import Link from 'next/link'
import { codeOf } from '@/lib/api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

/** A server error; if it requires a fresh sign-in, with a link to it. */
export function Refusal({ error, path }: { error: CallError; path: string }) {
  const say = words.payouts.account
  if (codeOf(error) !== 'recent_sign_in_required') return <Note tone="bad" title={error.message} />
  return (
    <Note title={say.signInTitle}>
      <p>{error.message}</p>
      <p>
        <Link href={`/sign-in?next=${encodeURIComponent(path)}`}>{say.signIn}</Link>
      </p>
    </Note>
  )
}
