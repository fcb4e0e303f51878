'use client'
import { Button } from '@mantine/core'
import {
  getReservationValidationRoute,
  removeIntendedOptionRoute,
  setIntendedOptionRoute,
} from '@openspot/contract/operations/validation.ts'
import { useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { rememberOption, useChosenOption } from './chosen-option.ts'
import { discountText } from './option-text.ts'
import css from './validation.module.css'

/** The validation of a driver's reservation: what it gave, what was chosen, or what is possible. Nothing if nothing is. */
export function DriverValidation({ lot_id, reservation_id }: { lot_id: string; reservation_id: string }) {
  const t = useTranslations()
  const id = useId()
  const params = { reservation_id }
  const refresh = [getReservationValidationRoute]
  const answer = useApiQuery(getReservationValidationRoute, { params, query: {} }, { everySeconds: 60 })
  const remove = useApiMutation(removeIntendedOptionRoute, { refresh })
  const { mutate: choose } = useApiMutation(setIntendedOptionRoute, { refresh })
  const chosen = useChosenOption(lot_id)
  const isOpen = answer.data !== undefined && !answer.data.validation && !answer.data.intended
  useEffect(() => {
    if (chosen === null || !isOpen) return
    rememberOption(lot_id, null)
    choose({ params: { reservation_id, public_option_id: chosen } })
  }, [chosen, isOpen, lot_id, reservation_id, choose])
  if (!answer.data) return null
  const { validation, intended, options, currency, code } = answer.data
  if (!validation && !intended && options.length === 0) return null
  const money = (cents: number) => moneyText(t, cents, currency)
  const isOver = options.every(({ refusal }) =>
    ['TOO_LATE', 'NOT_ACTIVE', 'FREE_RESERVATION', 'OPEN_ENDED'].includes(refusal ?? ''),
  )
  if (!validation && isOver) return null
  return (
    <section aria-labelledby={id} className={css.part}>
      <h2 id={id}>{t('validation.driver.title')}</h2>
      {validation ? (
        <>
          <p>{t('validation.driver.done', { partner: validation.partner_name })}</p>
          <p className={css.quiet}>
            {validation.value_cents > 0
              ? t('validation.driver.doneText', { amount: money(validation.value_cents) })
              : t('validation.driver.doneNothing')}
          </p>
        </>
      ) : (
        <>
          {intended ? (
            <>
              <div className={css.row}>
                <strong>
                  {t('validation.driver.intended', {
                    partner: intended.partner_name,
                    amount: money(intended.value_cents),
                  })}
                </strong>
                <Button
                  variant="default"
                  size="xs"
                  loading={remove.isPending}
                  onClick={() => remove.mutate({ params })}
                >
                  {t('validation.driver.remove')}
                </Button>
              </div>
              <p className={css.quiet}>{t('validation.driver.intendedText')}</p>
            </>
          ) : (
            <p className={css.quiet}>{t('validation.driver.text')}</p>
          )}
          <p>
            {t('validation.driver.code')} <span className={css.code}>{code}</span>
          </p>
          {intended ? null : (
            <ul className={css.list}>
              {options.map((option) => (
                <li key={option.option_id} className={css.row}>
                  <span>
                    {t('validation.driver.option', {
                      partner: option.partner_name,
                      discount: discountText(t, option, currency),
                    })}
                  </span>
                  <span className={css.quiet}>
                    {option.refusal === null || option.refusal === 'NOT_STARTED'
                      ? t('validation.driver.back', { amount: money(option.value_cents) })
                      : t(`validation.reasons.${option.refusal}`)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
