import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  decideImportRowRoute,
  getImportRoute,
  type ImportRow,
  listImportRowsRoute,
  listImportsRoute,
  listResidentsRoute,
  type ResidentImport,
} from '@openspot/contract/people/resident-imports.ts'
import type { ResidentDecision } from '@openspot/core/residents/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { EmailText } from '@/ui/email-text.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Fields } from '@/ui/panel.tsx'
import { Phone } from '@/ui/phone.tsx'
import { Note } from '@/ui/states.tsx'
import { nameOfRow, SameAs } from './import-row-columns.tsx'
import css from './residents.module.css'

/** What staff may say, and the decision that is sent for it. Staff who say that a resident stays have the row imported. */
const sentFor = {
  IMPORT: 'IMPORT',
  OTHER: 'IMPORT',
  STAYS: 'IMPORT',
  END: 'END',
  IGNORE: 'IGNORE',
  SAME: 'IGNORE',
} as const satisfies Record<string, ResidentDecision>
type Choosable = keyof typeof sentFor

function decisionsAbout({ duplicate_of }: ImportRow, isMoveOut: boolean): readonly Choosable[] {
  if (duplicate_of !== null) return ['SAME', 'OTHER']
  return isMoveOut ? ['STAYS', 'END', 'IGNORE'] : ['IMPORT', 'IGNORE']
}

function decisionName(t: Translate, choice: Choosable): string {
  switch (choice) {
    case 'STAYS':
      return t('residents.import.review.stays')
    case 'SAME':
      return t('residents.import.review.samePerson')
    case 'OTHER':
      return t('residents.import.review.otherPerson')
    case 'IMPORT':
    case 'END':
    case 'IGNORE':
      return t(`residents.decisions.${choice}`)
  }
}

const refresh = [getImportRoute, listImportRowsRoute, listImportsRoute, listResidentsRoute]

/** Decides about a row, with the people who could be meant next to it. */
export function ReviewDialog({
  lot,
  of,
  row,
  onClose,
}: {
  lot: ConsoleLot
  of: ResidentImport
  row: ImportRow
  onClose: () => void
}) {
  const t = useTranslations()
  const [chosen, setChosen] = useState<string | null>(null)
  const send = useApiMutation(decideImportRowRoute, { client: 'admin', refresh })
  const name = nameOfRow(t, row)
  const unnamed = t('residents.list.noName')
  // Without anybody else to compare with, the question is whether they still live there.
  const { duplicate_of } = row
  const isMoveOut = row.candidates.length === 0 && duplicate_of === null
  const decisions = decisionsAbout(row, isMoveOut)
  const options = [
    ...row.candidates.map((one) => ({
      value: `LINK ${one.user_id}`,
      content: t('residents.import.review.linkOf', { name: one.name ?? one.email ?? unnamed }),
    })),
    ...decisions.map((one) => ({
      value: sentFor[one],
      content: (
        <span className={css.option}>
          <strong>{decisionName(t, one)}</strong>
          <span>{t(`residents.import.review.help.${one}`)}</span>
        </span>
      ),
    })),
  ]
  const save = () => {
    if (chosen === null) return
    const [decision, user_id] = chosen.split(' ') as [ResidentDecision, string | undefined]
    send.mutate(
      {
        params: { import_id: of.id, row_no: row.row_no },
        body: { decision, ...(user_id ? { user_id } : {}) },
      },
      {
        onSuccess: () => {
          onClose()
          notifications.show({ message: t('residents.import.review.saved') })
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        isMoveOut
          ? t('residents.import.review.missingTitle', { name })
          : duplicate_of === null
            ? t('residents.import.review.title', { name })
            : t('residents.import.review.twiceTitle', { name })
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Fields>
          {send.error ? <Note tone="bad" title={send.error.message} /> : null}
          {row.codes.map((code) => (
            <p key={code}>
              <strong>{t(`residents.codes.${code}.name`)}.</strong>{' '}
              {code === 'INVALID_PHONE' && row.phone_fault
                ? `${t(`apiErrors.phones.${row.phone_fault}`)} `
                : null}
              {t(`residents.codes.${code}.fix`)}
            </p>
          ))}
          <SameAs t={t} row={row} />
          {isMoveOut && row.codes.length === 0 ? <p>{t('residents.import.review.goneText')}</p> : null}
          <p>{isMoveOut ? t('residents.import.review.missingText') : t('residents.import.review.text')}</p>
          <div className={css.people}>
            <PersonCard
              lot={lot}
              title={t('residents.import.review.inSource', { source: of.data_source_name })}
              name={row.name}
              email={row.email}
              phone={row.phone}
              unit={row.unit}
            />
            {duplicate_of === null ? null : (
              <PersonCard
                lot={lot}
                title={t('residents.import.review.inRow', { row: String(duplicate_of.row_no) })}
                name={duplicate_of.name}
                email={duplicate_of.shares === 'email' ? row.email : null}
                phone={duplicate_of.shares === 'phone' ? row.phone : null}
                unit={duplicate_of.unit}
              />
            )}
            {row.candidates.map((one) => (
              <PersonCard
                key={one.user_id}
                lot={lot}
                title={t('residents.import.review.inLot')}
                name={one.name}
                email={one.email}
              />
            ))}
          </div>
          <Choice
            name="decision"
            legend={t('residents.import.review.choose')}
            value={chosen}
            onChange={setChosen}
            options={options}
          />
          <Buttons>
            <GatedButton
              type="submit"
              loading={send.isPending}
              why={chosen === null ? t('common.why.choose') : null}
            >
              {t('residents.import.review.go')}
            </GatedButton>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </Buttons>
        </Fields>
      </form>
    </Modal>
  )
}

function PersonCard({
  lot,
  title,
  name,
  email,
  phone,
  unit,
}: {
  lot: ConsoleLot
  title: string
  name: string | null
  email: string | null
  phone?: string | null
  unit?: string | null
}) {
  const t = useTranslations()
  const facts = [
    [t('residents.list.columns.name'), name ?? t('residents.list.noName')],
    [t('residents.import.review.email'), email && <EmailText key="email" email={email} />],
    [
      t('residents.import.review.phone'),
      phone ? <Phone key="phone" phone={phone} country={lot.country} /> : null,
    ],
    [t('residents.import.columns.unit'), unit],
  ] as const
  return (
    <section className={css.person}>
      <h3>{title}</h3>
      <dl>
        {facts.map(([word, fact]) =>
          fact ? (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{fact}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
