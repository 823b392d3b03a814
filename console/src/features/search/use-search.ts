// Asks the server for what is typed, once the hand rests: each question takes the place of the one before, which is
// given up, and the former hits stay on screen until the next ones are there.
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
  const isWaiting = isAsked && (settled !== typed.trim() || asked.isFetching)
  return {
    words,
    groups: isAsked ? (asked.data?.groups ?? []) : [],
    /** Whether what is on screen is not the answer to what is typed yet. */
    isWaiting,
    isAsked,
    error: isAsked ? asked.error : null,
    retry: () => void asked.refetch(),
  }
}
