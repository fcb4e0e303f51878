'use client'
import { Button } from '@mantine/core'
import { openSignInLink } from '@openspot/contract/auth.ts'
import Link from 'next/link'
import { useSend } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { enterWith } from './enter.ts'

/** The e-mailed link works once, and mail scanners open links: so a person has to press before it counts. */
export function OpenLink({ token, next }: { token: string; next: string }) {
  const open = useSend(openSignInLink)
  if (open.isError || !token) {
    return (
      <Note
        tone={open.isError ? 'bad' : 'mark'}
        title={open.isError ? open.error.message : words.auth.linkMissingTitle}
      >
        {open.isError ? null : <p>{words.auth.linkMissingText}</p>}
        <p>
          <Link href="/sign-in">{words.auth.newLink}</Link>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{words.auth.linkText}</p>
      <Button
        h={48}
        loading={open.isPending || open.isSuccess}
        onClick={() => open.mutate({ body: { token } }, { onSuccess: () => enterWith(next) })}
      >
        {words.auth.linkConfirm}
      </Button>
    </div>
  )
}
