import { words } from '@/words/index.ts'

/** A bank account on two lines. */
export function Bank({ bank: { name, last4 } }: { bank: { name: string; last4: string } }) {
  return (
    <>
      {name}
      <br />
      {words.payouts.account.ending(last4)}
    </>
  )
}
