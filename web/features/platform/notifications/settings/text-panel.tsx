import { Button, Checkbox, TextInput } from '@mantine/core'
import {
  confirmTextNumberRoute,
  deleteTextNumberRoute,
  getNotificationSettingsRoute,
  type NotificationSettings,
  putTextNumberRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './settings.module.css'

const refresh = { refresh: [getNotificationSettingsRoute] }

/** The number to which the person wants texts, which they confirm with a code. */
export function TextPanel({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations()
  const country = useReaderCountry()
  const remove = useApiMutation(deleteTextNumberRoute, refresh)
  const { text_number: number, is_text_available } = settings
  const phone = number === null ? '' : formatPhone(number.phone, country)
  return (
    <Panel
      title={t('noticeSettings.textTitle')}
      text={is_text_available ? t('noticeSettings.textText') : t('noticeSettings.textUnavailable')}
    >
      {is_text_available ? (
        <div className={css.stack}>
          {remove.error ? <Note tone="bad" title={remove.error.message} /> : null}
          {number === null ? (
            <NumberForm />
          ) : (
            <>
              <p>{t(`noticeSettings.textStates.${number.state}`, { phone })}</p>
              {number.state === 'UNCONFIRMED' ? <CodeForm /> : null}
              <Button
                variant="default"
                size="xs"
                loading={remove.isPending}
                onClick={() => remove.mutate({})}
              >
                {number.state === 'UNCONFIRMED'
                  ? t('noticeSettings.changeNumber')
                  : t('noticeSettings.removeNumber')}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </Panel>
  )
}

function NumberForm() {
  const t = useTranslations()
  const country = useReaderCountry()
  const [phone, setPhone] = useState('')
  const [agrees, setAgrees] = useState(false)
  const save = useApiMutation(putTextNumberRoute, refresh)
  const field = fieldOf(save.error)
  return (
    <form
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { phone, country, has_consented: true } })
      }}
    >
      {save.error && field?.field !== 'phone' ? <Note tone="bad" title={save.error.message} /> : null}
      <TextInput
        type="tel"
        autoComplete="tel"
        required
        maxLength={30}
        label={t('noticeSettings.phone')}
        value={phone}
        error={field?.field === 'phone' ? field.message : null}
        onChange={({ currentTarget }) => setPhone(typedPhone(currentTarget, phone, country))}
      />
      <Checkbox
        label={t('noticeSettings.consent')}
        checked={agrees}
        onChange={(event) => setAgrees(event.currentTarget.checked)}
      />
      <GatedButton
        type="submit"
        variant="default"
        loading={save.isPending}
        why={missingText(t, [
          [t('noticeSettings.phone'), phone.trim().length >= 4],
          [t('noticeSettings.consent'), agrees],
        ])}
      >
        {t('noticeSettings.sendCode')}
      </GatedButton>
    </form>
  )
}

function CodeForm() {
  const t = useTranslations()
  const [code, setCode] = useState('')
  const confirm = useApiMutation(confirmTextNumberRoute, refresh)
  return (
    <form
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ body: { code } })
      }}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={6}
        label={t('noticeSettings.code')}
        value={code}
        error={confirm.error?.message ?? null}
        onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <GatedButton
        type="submit"
        loading={confirm.isPending}
        why={missingText(t, [[t('noticeSettings.code'), code.length === 6]])}
      >
        {t('noticeSettings.confirm')}
      </GatedButton>
    </form>
  )
}
