'use client'
import { Button, TextInput } from '@mantine/core'
import {
  type FoundParking,
  findParkingRoute,
  getTabletRoute,
  type Tablet,
  validateOnTabletRoute,
} from '@openspot/contract/operations/validation-tablet.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import { discountText } from '@/ui/validation/option-text.ts'
import { ZoneNote } from '@/ui/zone-note.tsx'
import css from './tablet.module.css'

/** The page on a shop's tablet: find a vehicle, validate it, and see the day's validations. */
export function TabletScreen({ code, initial }: { code: string; initial: Tablet }) {
  const t = useTranslations()
  const answer = useApiQuery(getTabletRoute, { body: { code } }, { initialData: initial, everySeconds: 120 })
  const tablet = answer.data ?? initial
  const [search, setSearch] = useState('')
  const find = useApiMutation(findParkingRoute)
  const again = () => {
    setSearch('')
    find.reset()
  }
  if (answer.error?.status === 404) {
    return (
      <div className={css.tablet}>
        <Note tone="bad" title={t('validation.tablet.goneTitle')}>
          <p>{t('validation.tablet.goneText')}</p>
        </Note>
      </div>
    )
  }
  const sum = tablet.today.reduce((cents, { value_cents }) => cents + value_cents, 0)
  return (
    <div className={css.tablet}>
      <header>
        <h1>{t('validation.tablet.title')}</h1>
        <p className={css.quiet}>
          {t('validation.tablet.at', { partner: tablet.partner_name, lot: tablet.lot_name })}
        </p>
      </header>
      {tablet.is_paused || tablet.options.length === 0 ? (
        <Note tone="mark" title={t('validation.tablet.paused')} />
      ) : null}
      <form
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          find.mutate({ body: { code, search } })
        }}
      >
        <TextInput
          label={t('validation.tablet.search')}
          description={t('validation.tablet.searchText')}
          size="lg"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          minLength={2}
          maxLength={20}
          required
          withAsterisk={false}
          styles={{ description: { fontSize: 14 } }}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <GatedButton
          type="submit"
          size="lg"
          loading={find.isPending}
          why={missingText(t, [[t('validation.tablet.search'), search.trim().length >= 2]])}
        >
          {t('validation.tablet.find')}
        </GatedButton>
      </form>
      {find.error ? <Note tone="bad" title={find.error.message} /> : null}
      {find.data && find.data.items.length === 0 ? (
        <Note tone="plain" title={t('validation.tablet.none')} />
      ) : null}
      {find.data && find.data.items.length > 0 ? (
        <section className={css.list} aria-label={t('validation.tablet.found')}>
          {find.data.items.map((found) => (
            <Found key={found.reservation_id} code={code} tablet={tablet} found={found} onNext={again} />
          ))}
        </section>
      ) : null}
      <section className={css.list}>
        <h2>{t('validation.tablet.today')}</h2>
        {tablet.today.length === 0 ? (
          <p className={css.quiet}>{t('validation.tablet.todayNone')}</p>
        ) : (
          <>
            <p>
              {t('validation.tablet.todayCount', { count: tablet.today.length })}{' '}
              <Money cents={sum} currency={tablet.currency} />
            </p>
            <ZoneNote at={tablet.today.map(({ validated_at }) => validated_at)} zone={tablet.time_zone} />
            <ul className={css.today}>
              {tablet.today.map(({ id, option_name, value_cents, validated_at }) => (
                <li key={id}>
                  <span>
                    <Moment at={validated_at} zone={tablet.time_zone} clock />
                  </span>
                  <span>{option_name}</span>
                  <Money cents={value_cents} currency={tablet.currency} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

function Found({
  code,
  tablet,
  found,
  onNext,
}: {
  code: string
  tablet: Tablet
  found: FoundParking
  onNext: () => void
}) {
  const t = useTranslations()
  const validate = useApiMutation(validateOnTabletRoute, { refresh: [getTabletRoute] })
  const money = (cents: number) => moneyText(t, cents, tablet.currency)
  return (
    <article className={css.found}>
      {found.plate === null ? (
        <p>{t('validation.tablet.code')}</p>
      ) : found.plate.startsWith('…') ? (
        <p>{t('validation.tablet.plateEnd', { end: found.plate.slice(1) })}</p>
      ) : (
        <Plate plate={found.plate} size="lg" />
      )}
      <ReservationTime starts_at={found.starts_at} ends_at={found.ends_at} zone={tablet.time_zone} />
      {validate.error ? <Note tone="bad" title={validate.error.message} /> : null}
      {validate.data ? (
        <>
          <Note
            tone="good"
            title={t('validation.tablet.done', { amount: money(validate.data.value_cents) })}
          />
          <Button size="lg" variant="default" onClick={onNext}>
            {t('validation.tablet.next')}
          </Button>
        </>
      ) : (
        found.options.map(({ option_id, refusal, value_cents, is_intended }) => {
          const option = tablet.options.find((each) => each.option_id === option_id)
          if (!option) return null
          return (
            <div key={option_id} className={css.list}>
              <p>
                <strong>{option.name}</strong> {discountText(t, option, tablet.currency)}
              </p>
              {is_intended ? <p className={css.quiet}>{t('validation.tablet.wanted')}</p> : null}
              {refusal === null ? (
                <Button
                  size="lg"
                  h={64}
                  aria-label={t('validation.tablet.giveOf', {
                    option: option.name,
                    amount: money(value_cents),
                  })}
                  loading={validate.isPending}
                  onClick={() =>
                    validate.mutate({ body: { code, option_id, reservation_id: found.reservation_id } })
                  }
                >
                  {t('validation.tablet.give', { amount: money(value_cents) })}
                </Button>
              ) : (
                <p className={css.quiet}>{t(`validation.reasons.${refusal}`)}</p>
              )}
            </div>
          )
        })
      )}
    </article>
  )
}
