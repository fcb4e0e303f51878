'use client'
import { getPublicOptionRoute, listLotOptionsRoute } from '@openspot/contract/operations/validation.ts'
import { validationValue } from '@openspot/core/validation/value.ts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { useChosenOption } from './chosen-option.ts'
import { discountText } from './option-text.ts'
import css from './validation.module.css'

/** What a validation would give back, and under which condition. The price stays as it is. */
export function CheckoutValidation({
  isKnown,
  lot_id,
  price,
  starts_at,
  ends_at,
}: {
  /** Whether the reader is signed in: the options of a lot are not listed for everyone. */
  isKnown: boolean
  lot_id: string
  price: { total_cents: number; currency: string } | null
  starts_at: string
  ends_at: string | null
}) {
  const t = useTranslations()
  const id = useId()
  const public_option_id = useChosenOption(lot_id)
  const options = useApiQuery(listLotOptionsRoute, { params: { lot_id } }, { enabled: isKnown })
  const chosen = useApiQuery(
    getPublicOptionRoute,
    { params: { public_option_id: public_option_id ?? '' } },
    { enabled: public_option_id !== null },
  )
  const option = chosen.data?.is_available && chosen.data.lot.id === lot_id ? chosen.data : null
  const items = options.data?.items ?? []
  if (ends_at === null || price === null || price.total_cents === 0 || (!option && items.length === 0))
    return null
  const minutes = Math.floor((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)
  return (
    <section aria-labelledby={id} className={css.part}>
      <h2 id={id}>{t('validation.driver.title')}</h2>
      {option ? (
        <>
          <strong>
            {t('validation.driver.intended', {
              partner: option.partner_name,
              amount: moneyText(t, validationValue(option, price.total_cents, minutes), price.currency),
            })}
          </strong>
          <p className={css.quiet}>{t('validation.driver.intendedText')}</p>
        </>
      ) : (
        <>
          <p className={css.quiet}>{t('validation.driver.text')}</p>
          <ul className={css.list}>
            {items.map((each) => (
              <li key={each.option_id}>
                {t('validation.driver.option', {
                  partner: each.partner_name,
                  discount: discountText(t, each, price.currency),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
