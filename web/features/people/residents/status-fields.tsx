import { Button, CloseButton, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { isOneOf } from '@openspot/core/enums.ts'
import { leaseStatuses } from '@openspot/core/residents/enums.ts'
import { useTranslations } from 'use-intl'
import css from './residents.module.css'
import type { Settings } from './settings-draft.ts'

const meanings = leaseStatuses.filter((one) => one !== 'UNKNOWN')

/** Which statuses of leases are left out, and what those mean that are not known. */
export function StatusFields({
  draft,
  set,
  isLocked,
}: {
  draft: Settings
  set: (part: Partial<Settings>) => void
  isLocked: boolean
}) {
  const t = useTranslations()
  const change = (key: number, part: Partial<Settings['meanings'][number]>) =>
    set({ meanings: draft.meanings.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  return (
    <>
      <TagsInput
        label={t('residents.settings.excluded_statuses.label')}
        description={t('residents.settings.excluded_statuses.help')}
        maxTags={50}
        disabled={isLocked}
        value={draft.excluded_statuses}
        onChange={(excluded_statuses) => set({ excluded_statuses })}
      />
      <div>
        <p className={css.label}>{t('residents.settings.status_meanings.label')}</p>
        <p className={css.help}>{t('residents.settings.status_meanings.help')}</p>
      </div>
      {draft.meanings.map(({ key, status, meaning }) => (
        <div key={key} className={css.meaning}>
          <TextInput
            label={t('residents.settings.status_meanings.status')}
            maxLength={60}
            value={status}
            onChange={(event) => change(key, { status: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('residents.settings.status_meanings.meaning')}
            value={meaning}
            data={[
              { value: '', label: t('residents.settings.status_meanings.choose') },
              ...meanings.map((value) => ({ value, label: t(`residents.leases.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              change(key, { meaning: isOneOf(meanings, value) ? value : '' })
            }
          />
          <CloseButton
            size="lg"
            disabled={isLocked}
            aria-label={t('residents.settings.status_meanings.remove', { status })}
            onClick={() => set({ meanings: draft.meanings.filter((one) => one.key !== key) })}
          />
        </div>
      ))}
      {isLocked ? null : (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() =>
              set({
                meanings: [
                  ...draft.meanings,
                  { key: Math.max(-1, ...draft.meanings.map(({ key }) => key)) + 1, status: '', meaning: '' },
                ],
              })
            }
          >
            {t('residents.settings.status_meanings.add')}
          </Button>
        </div>
      )}
    </>
  )
}
