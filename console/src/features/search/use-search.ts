// Asks the server for what is typed, once the hand rests: each question takes the place of the one before, which is
// given up, and the former hits stay on screen until the next ones are there. What was not looked through in time is
// asked for once more, with patience, while the rest shows already.
import { readSearch } from '@inrange/contract/search-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '../../lib/query.ts'

const restMs = 120
/** One letter is in everything. */
const CHARS_MIN = 2

export function useSearch(typed: string) {
  const words = readSearch(typed)
  const isAsked = words.text.length >= CHARS_MIN && words.only !== 'pages'
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), isAsked ? restMs : 0)
    return () => clearTimeout(timer)
  }, [typed, isAsked])
  const asked = useQuery({
    ...read('search.everything', { query: { q: settled } }),
    enabled: isAsked && settled !== '' && readSearch(settled).text.length >= CHARS_MIN,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isLate =
    asked.data !== undefined && !asked.isPlaceholderData && asked.data.groups.some(({ state }) => state === 'too_slow')
  const patient = useQuery({
    ...read('search.everything', { query: { q: settled, patience: 'patient' } }),
    enabled: isAsked && isLate,
    retry: false,
  })
  const answer = isLate ? (patient.data ?? asked.data) : asked.data
  const isWaiting = isAsked && (settled !== typed.trim() || asked.isFetching || (isLate && patient.isFetching))
  return {
    words,
    groups: isAsked ? (answer?.groups ?? []) : [],
    /** Whether what is on screen is not the answer to what is typed yet. */
    isWaiting,
    isAsked,
    error: isAsked ? asked.error : null,
    retry: () => void asked.refetch(),
  }
}
