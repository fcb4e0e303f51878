'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { joinByCodeRoute } from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Panel } from '@/ui/panel.tsx'
import css from './my-lots.module.css'

/** Joins a lot by its join code. */
export function JoinByCode() {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const send = useApiMutation(joinByCodeRoute, { refresh: [listMyMembershipsRoute] })
  return (
    <Panel title={t('myLots.code')} text={t('myLots.codeText')}>
      <form
        className={css.join}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(
            { body: { code: code.trim() } },
            {
              onSuccess: ({ lot_name }) => {
                setCode('')
                notifications.show({ message: t('myLots.joined', { lot: lot_name }) })
              },
            },
          )
        }}
      >
        <TextInput
          aria-label={t('myLots.code')}
          placeholder="XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          classNames={{ input: css.code ?? '' }}
          value={code}
          error={send.error?.message ?? null}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <GatedButton
          type="submit"
          loading={send.isPending}
          why={missingText(t, [[t('myLots.code'), code.trim().length >= 4]])}
        >
          {t('myLots.join')}
        </GatedButton>
      </form>
    </Panel>
  )
}
