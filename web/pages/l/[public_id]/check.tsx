import type { GetServerSideProps } from 'next'

/** The address that QR codes of a lot's license plate check have: like its other pages, it begins with the lot's public ID. */
export const getServerSideProps: GetServerSideProps = async ({ params }) => ({
  redirect: { destination: `/check?lot=${encodeURIComponent(String(params?.public_id))}`, permanent: false },
})

/** Never shown: every request is redirected. */
export default function CheckOfLot() {
  return null
}
