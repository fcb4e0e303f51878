'use client'
import { Button, Collapse, UnstyledButton } from '@mantine/core'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot, PublicLot } from '@openspot/contract/lots/lots.ts'
import { IconChevronDown } from '@tabler/icons-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cancelUntil } from '@/lib/cancel-until.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { BottomAction } from '@/ui/shell/public-shell.tsx'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import type { OpenReservation } from '@/ui/time-fields.tsx'
import { WhyPrice } from '@/ui/why-price.tsx'
import css from './lots.module.css'

/** The selected booking and its price; its button is the page's only primary button. */
export function OfferCard({
  lot,
  price,
  spot,
  times,
  href,
  explanation,
  longer,
}: {
  lot: PublicLot
  price: Price | null
  /** Null means any spot. */
  spot: OfferedSpot | null
  times: OpenReservation
  href: string
  /** Why there is no price. */
  explanation: string | null
  /** The offer of a longer time. */
  longer: ReactNode
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [open, setOpen] = useState(false)
  const until = cancelUntil(lot, times.starts_at)
  return (
    <aside className={css.offer} aria-label={t('lot.book')}>
      {price ? (
        <>
          <UnstyledButton className={css.offerPrice} aria-expanded={open} onClick={() => setOpen(!open)}>
            <Money cents={price.total_cents} currency={price.currency} size="xl" />
            <span className={css.allIn}>
              {times.ends_at === null ? t('price.firstMonth') : t('price.allIn')}
              <span className="sr-only">{`, ${t('price.show')}`}</span>
              <IconChevronDown size={16} aria-hidden="true" />
            </span>
          </UnstyledButton>
          <Collapse expanded={open} transitionDuration={160}>
            <div className={css.offerLines}>
              <PriceLines price={price} />
            </div>
          </Collapse>
          <WhyPrice lot={lot} price={price} />
        </>
      ) : (
        <p>{explanation ?? t('common.loading')}</p>
      )}
      <p className={css.offerFact}>
        <ReservationTime {...times} zone={lot.time_zone} />
      </p>
      {spot ? (
        <p className={css.offerFact}>
          <strong className={css.spotName}>{t('lot.yourSpot', { label: spot.label })}</strong>
          {spotWords(t, spot).map((word) => ` · ${word}`)}
        </p>
      ) : price ? (
        <p className={css.offerFact}>{t('lot.anyChosen')}</p>
      ) : null}
      {price ? longer : null}
      {price ? (
        <p className={css.small}>
          {until > now
            ? t.rich('lot.cancelUntil', {
                time: tag(<Moment at={until} zone={lot.time_zone} inside zoned />),
              })
            : t('booking.cancelPassed')}
        </p>
      ) : null}
      {price ? (
        <BottomAction>
          <Button component={Link} href={href}>
            {t('lot.bookFor', { amount: moneyText(t, price.total_cents, price.currency) })}
          </Button>
        </BottomAction>
      ) : null}
    </aside>
  )
}
