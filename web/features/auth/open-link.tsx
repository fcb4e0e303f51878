'use client'
import { Button } from '@mantine/core'
import { openSignInLink } from '@openspot/contract/auth.ts'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useSend } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'

/** The e-mailed link works once, and mail scanners open links: so a person has to press before it counts. */
export function OpenLink({ token, next }: { token: string; next: string }) {
  const open = useSend(openSignInLink)
  const [address, setAddress] = useState(token)
  useEffect(() => {
    // Some mails carry the token behind a #, so that it never reaches a server's log.
    if (!token) setAddress(new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  }, [token])

  if (open.isError || !address) {
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
        onClick={() =>
          open.mutate({ body: { token: address } }, { onSuccess: () => window.location.assign(next) })
        }
      >
        {words.auth.linkConfirm}
      </Button>
    </div>
  )
}
