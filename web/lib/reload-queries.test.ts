import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { reloadQueries } from './reload-queries.ts'

const route = { url: '/api/v1/payment-methods' }

test('a first answer that was read before a change is not taken for the one after it', async () => {
  const queries = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: [route.url, {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => {})
  const reloaded = reloadQueries(queries, [route])
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.('before')
  answers[1]?.('after')
  await reloaded
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'after' })
  stop()
})

test('the answer that is shown stays until the new one is there', async () => {
  const queries = new QueryClient()
  let answer = 'before'
  const observer = new QueryObserver(queries, {
    queryKey: [route.url, {}],
    queryFn: () => Promise.resolve(answer),
  })
  const shown: unknown[] = []
  const stop = observer.subscribe(({ data }) => shown.push(data))
  await expect.poll(() => shown.at(-1)).toBe('before')
  answer = 'after'
  await reloadQueries(queries, [route])
  expect(shown.slice(shown.indexOf('before'))).not.toContain(undefined)
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
