'use client'
import type { CameraPolicy } from '@openspot/contract/operations/cameras.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import css from './cameras.module.css'

/** What the cameras of a lot record, why, for how long, and who sees it. */
export function PolicyScreen({ policy, public_id }: { policy: CameraPolicy; public_id: string }) {
  const t = useTranslations()
  const { lot_name: lot } = policy
  const parts: [title: string, sentences: string[]][] = [
    [
      t('cameraPolicy.what'),
      [
        t('cameraPolicy.plate'),
        policy.keeps_images
          ? t('cameraPolicy.images', { hours: policy.image_hours })
          : t('cameraPolicy.noImages'),
        t('cameraPolicy.noFaces'),
      ],
    ],
    [
      t('cameraPolicy.why'),
      [
        t('cameraPolicy.whyRight'),
        ...(policy.opens_gates ? [t('cameraPolicy.whyGate')] : []),
        t('cameraPolicy.whyStay', { minutes: policy.grace_minutes }),
      ],
    ],
    [
      t('cameraPolicy.long'),
      [
        t('cameraPolicy.matched', { hours: policy.matched_hours }),
        t('cameraPolicy.unmatched', { days: policy.unmatched_days }),
        t('cameraPolicy.evidence', { days: policy.appeal_days }),
      ],
    ],
    [
      t('cameraPolicy.who'),
      [
        t('cameraPolicy.whoStaff'),
        t('cameraPolicy.whoLog', { days: policy.lookup_days }),
        t('cameraPolicy.whoNobody'),
      ],
    ],
  ]
  return (
    <article className={css.article}>
      <p>
        <Link href={`/l/${public_id}`}>{t('cameraPolicy.back', { lot })}</Link>
      </p>
      <h1>{t('cameraPolicy.title', { lot })}</h1>
      <p>{t('cameraPolicy.intro', { count: policy.camera_count })}</p>
      {parts.map(([title, sentences]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>{t('cameraPolicy.ask')}</h2>
        {policy.managed_by ? <p>{t('cameraPolicy.askManaged', { manager: policy.managed_by })}</p> : null}
        <p>{t('cameraPolicy.askText')}</p>
        <p>
          <Link href="/me/profile">{t('cameraPolicy.account')}</Link>
        </p>
      </section>
    </article>
  )
}
