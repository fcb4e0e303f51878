import type { ErrorException, StackFrame } from '@openspot/contract/platform/error-monitoring.ts'
import { useTranslations } from 'use-intl'
import css from './errors.module.css'

/** Frames of our own code, and runs of frames of libraries. */
function groupFrames(frames: readonly StackFrame[]): { at: number; isOurs: boolean; frames: StackFrame[] }[] {
  const groups: { at: number; isOurs: boolean; frames: StackFrame[] }[] = []
  for (const [at, frame] of frames.entries()) {
    const last = groups.at(-1)
    if (last && last.isOurs === frame.is_ours) last.frames.push(frame)
    else groups.push({ at, isOurs: frame.is_ours, frames: [frame] })
  }
  return groups
}

/** An exception with its stack. Frames of libraries are folded, unless there are no others. */
export function StackTrace({ exception, isCause }: { exception: ErrorException; isCause: boolean }) {
  const t = useTranslations()
  const { type, value, is_handled, mechanism, frames } = exception
  const groups = groupFrames(frames)
  const title = [type, value].filter(Boolean).join(': ')
  const handled =
    is_handled === null
      ? null
      : is_handled
        ? t('errorMonitoring.one.handled')
        : t('errorMonitoring.one.unhandled')
  return (
    <section className={css.exception}>
      <h3>{isCause ? `${t('errorMonitoring.one.cause')} ${title}` : title}</h3>
      <p className={css.quiet}>{[handled, mechanism].filter(Boolean).join(' · ')}</p>
      {frames.length === 0 ? <p className={css.quiet}>{t('errorMonitoring.one.noStack')}</p> : null}
      {groups.map((group) =>
        group.isOurs ? (
          <Frames key={group.at} frames={group.frames} />
        ) : (
          <details key={group.at} className={css.library} open={groups.length === 1}>
            <summary>{t('errorMonitoring.one.library', { count: group.frames.length })}</summary>
            <Frames frames={group.frames} />
          </details>
        ),
      )}
    </section>
  )
}

function Frames({ frames }: { frames: readonly StackFrame[] }) {
  const t = useTranslations()
  return (
    <ol className={css.frames}>
      {frames.map((frame, at) => {
        const { file, line, context, generated } = frame
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a recursive function has equal frames, and they never move
          <li key={at} className={css.frame}>
            <p>
              <code>{frame.function || t('errorMonitoring.one.anonymous')}</code>{' '}
              <span className={css.quiet}>
                {line === null ? file : t('errorMonitoring.one.place', { file, line: String(line) })}
              </span>
              {generated ? (
                <span className={css.generated}>
                  {t('errorMonitoring.one.generated', {
                    file: generated.file,
                    line: String(generated.line),
                    column: String(generated.column),
                  })}
                </span>
              ) : null}
            </p>
            {context.length > 0 ? (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
              <pre className={css.code} tabIndex={0}>
                {context.map((one) => (
                  <code key={one.line} className={css.line} data-current={one.is_current || undefined}>
                    <span>{one.line}</span>
                    {one.text}
                  </code>
                ))}
              </pre>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
