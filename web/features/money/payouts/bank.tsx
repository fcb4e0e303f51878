import { useTranslations } from 'use-intl'

/** A bank account on two lines. */
export function Bank({ bank: { name, last4 } }: { bank: { name: string; last4: string } }) {
  const t = useTranslations()
  return (
    <>
      {name}
      <br />
      {t('payouts.account.ending', { last4 })}
    </>
  )
}
