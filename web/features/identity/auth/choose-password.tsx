'use client'
import { Anchor, Button, PasswordInput } from '@mantine/core'
import { setPasswordRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Refusal } from '@/ui/refusal.tsx'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/**
 * Shown after the first proof of an address in a browser that did not set up the account, because the earlier password
 * was removed.
 */
export function ChoosePassword({ next }: { next: string }) {
  const t = useTranslations()
  const [password, setWord] = useState('')
  const save = useApiMutation(setPasswordRoute)
  const field = fieldOf(save.error)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { password } }, { onSuccess: () => continueSignedIn(next) })
      }}
    >
      <p className={css.aside}>{t('auth.chooseText')}</p>
      {save.error && field?.field !== 'password' ? (
        <Refusal error={save.error} path="/sign-in/password" />
      ) : null}
      <PasswordInput
        label={t('auth.newPassword')}
        description={t('auth.passwordHint')}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={10}
        maxLength={200}
        value={password}
        error={field?.field === 'password' ? field.message : null}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <Button type="submit" h={48} loading={save.isPending || save.isSuccess}>
        {t('auth.chooseGo')}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href={next}>
          {t('auth.chooseLater')}
        </Anchor>
      </p>
    </form>
  )
}
