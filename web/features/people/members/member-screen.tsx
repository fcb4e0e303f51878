'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Car } from '@openspot/contract/people/cars.ts'
import { addMemberRoute, getLotUserRoute, type LotUser } from '@openspot/contract/people/memberships.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { LotCarDialog } from '@/ui/car/lot-car-dialog.tsx'
import { EmailText } from '@/ui/email-text.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, Facts, Panel } from '@/ui/panel.tsx'
import { Phone } from '@/ui/phone.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { standingText, standingTone } from './member-text.ts'
import css from './members.module.css'
import { MembershipPanel } from './membership-panel.tsx'

const watched = [getLotUserRoute]

/** One person as the lot knows them, with the staff's actions. */
export function MemberScreen({ lot, initial }: { lot: ConsoleLot; initial: LotUser }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id, user_id: initial.user_id }
  const person =
    useApiQuery(getLotUserRoute, { params }, { client: 'admin', initialData: initial }).data ?? initial
  const { membership, live_reservations = 0, reservations = 0 } = person
  const name = memberName(t, person)
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/members`}>{t('members.title')}</Link>}
        title={name}
        text={
          membership ? (
            <StatusWord tone={standingTone(membership)}>{standingText(t, membership)}</StatusWord>
          ) : null
        }
      />
      {lot.is_admin ? (
        <Columns
          side={
            <>
              <Panel
                title={t('members.one.stays')}
                text={t('members.one.staysText', { all: reservations, live: live_reservations })}
              >
                <Buttons>
                  {person.name ? (
                    <Button
                      component={Link}
                      variant="default"
                      href={`/lots/${lot.id}/reservations?${new URLSearchParams({ q: person.name })}`}
                    >
                      {t('members.one.toStays')}
                    </Button>
                  ) : null}
                  <Button
                    component={Link}
                    variant="default"
                    href={`/lots/${lot.id}/reservations/new?user_id=${person.user_id}`}
                  >
                    {t('members.one.book')}
                  </Button>
                </Buttons>
              </Panel>
              <Panel title={t('members.one.contact')}>
                <Facts
                  items={[
                    [t('members.one.email'), person.email && <EmailText key="email" email={person.email} />],
                    [
                      t('members.one.phone'),
                      person.phone && <Phone key="phone" phone={person.phone} country={lot.country} />,
                    ],
                    [
                      t('members.one.account'),
                      person.account_status && t(`members.one.accounts.${person.account_status}`),
                    ],
                    [
                      t('members.one.source'),
                      membership?.source && t(`members.sources.${membership.source}`),
                    ],
                    [
                      t('members.one.since'),
                      membership?.created_at && (
                        <Day key="since" at={membership.created_at} zone={lot.time_zone} />
                      ),
                    ],
                  ]}
                />
              </Panel>
            </>
          }
        >
          {membership ? (
            <MembershipPanel lot={lot} person={person} member={membership} name={name} />
          ) : (
            <OfferMembership lot={lot} person={person} />
          )}
          <Cars lot={lot} person={person} name={name} />
        </Columns>
      ) : (
        <Cars lot={lot} person={person} name={name} />
      )}
    </>
  )
}

/** Offers membership to a person who only has reservations here. */
function OfferMembership({ lot, person }: { lot: ConsoleLot; person: LotUser }) {
  const t = useTranslations()
  const send = useApiMutation(addMemberRoute, { client: 'admin', refresh: [getLotUserRoute] })
  const input = { params: { lot_id: lot.id }, body: { user_id: person.user_id } }
  return (
    <Panel title={t('members.one.membership')} text={t('members.one.notMember')}>
      {send.error ? <Note tone="bad" title={send.error.message} /> : null}
      <Buttons>
        <Button
          loading={send.isPending}
          onClick={() =>
            send.mutate(input, { onSuccess: () => notifications.show({ message: t('members.one.offered') }) })
          }
        >
          {t('members.one.offer')}
        </Button>
      </Buttons>
    </Panel>
  )
}

function Cars({ lot, person, name }: { lot: ConsoleLot; person: LotUser; name: string }) {
  const t = useTranslations()
  const [chosen, setChosen] = useState<Car | 'new' | null>(null)
  const status = person.membership?.status
  const canAdd = lot.is_admin && (status === 'ACTIVE' || status === 'PENDING')
  const add = (
    <Button variant="default" size="sm" onClick={() => setChosen('new')}>
      {t('members.one.addCar')}
    </Button>
  )
  return (
    <Panel title={t('members.one.cars')} action={canAdd ? add : null}>
      {person.cars.length === 0 ? <p className={css.quiet}>{t('members.one.noCars')}</p> : null}
      <ul className={css.cars}>
        {person.cars.map((car) => (
          <li key={car.id} className={css.car}>
            <Plate plate={car.plate} region={car.region || null} />
            <span className={css.what}>{carLook(car)}</span>
            {lot.is_admin ? (
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={`${t('lotCars.correct')} ${car.plate}`}
                onClick={() => setChosen(car)}
              >
                {t('lotCars.correct')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {chosen ? (
        <LotCarDialog
          lot={lot}
          owner={{ user_id: person.user_id, name }}
          car={chosen === 'new' ? null : chosen}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Panel>
  )
}
