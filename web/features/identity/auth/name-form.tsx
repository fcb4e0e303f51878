'use client'
import { Anchor, Button, TextInput } from '@mantine/core'
import { type Me, patchUserRoute } from '@openspot/contract/identity/users.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Refusal } from '@/ui/refusal.tsx'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/** Asks for the name of a person who signed up with a phone number. */
export function NameForm({ me, next }: { me: Me; next: string }) {
  const t = useTranslations()
  const [name, setName] = useState({ first_name: me.first_name ?? '', last_name: me.last_name ?? '' })
  const save = useApiMutation(patchUserRoute)
  const field = fieldOf(save.error)
  const input = (key: keyof typeof name, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      name={key}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      maxLength={100}
      value={name[key]}
      error={field?.field === key ? field.message : null}
      onChange={(event) => {
        const { value } = event.currentTarget
        setName((before) => ({ ...before, [key]: value }))
      }}
    />
  )
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { user_id: me.id }, body: name }, { onSuccess: () => continueSignedIn(next) })
      }}
    >
      <p className={css.aside}>{t('phoneCode.nameText')}</p>
      {save.error && !field ? <Refusal error={save.error} path="/sign-in/name" /> : null}
      <div className={css.names}>
        {input('first_name', t('auth.firstName'), 'given-name')}
        {input('last_name', t('auth.lastName'), 'family-name')}
      </div>
      <Button type="submit" h={48} loading={save.isPending || save.isSuccess}>
        {t('auth.stepGo')}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href={next}>
          {t('phoneCode.nameLater')}
        </Anchor>
      </p>
    </form>
  )
}
