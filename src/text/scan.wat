;; Counts what a scan of UTF-8 counts, sixteen bytes at a time, and adds up what an estimate of tokens adds up;
;; `scripts/assemble.mjs` makes scan-wasm.ts of it.
;;
;; The check is the one of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021): whether a
;; byte may follow another is the AND of three table lookups, by the high and the low half of the byte before and by the
;; high half of the byte itself. Each bit of a table stands for one mistake, and one that all three have is made:
;;   01 a lead byte, and no continuation behind it     02 ASCII, and a continuation behind it
;;   04 E0 80..9F, too long a form                     08 F4 90 and above, or F5..FF: above U+10FFFF
;;   10 ED A0..BF, a surrogate                         20 C0 or C1, too long a form
;;   40 F0 80..8F, too long a form; F5..FF 80..8F      80 two continuations
;; Bit 80 is no mistake where the byte is the third or fourth of its scalar value, and one where it is not set there.
(module
  ;; What is scanned begins at 16, between zeros, and has 65,536 bytes at most. The third page has the cost of each pair of
  ;; bytes.
  (memory (export "memory") 3)

  (func $sum (param $counts v128) (result i32)
    (local $sums v128)
    (local.set $sums
      (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $counts))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; Whether there are mistakes in what begins 16 bytes behind `at`, up to 16 bytes behind `end`. The bytes before are
  ;; loaded again, which costs less than to shift them together.
  (func $hasMistakes (param $at i32) (param $end i32) (result i32)
    (local $one v128)
    (local $mistakes v128)
    (loop $vectors
      (local.set $one (v128.load offset=15 (local.get $at)))
      (local.set $mistakes
        (v128.or
          (local.get $mistakes)
          (v128.xor
            ;; 80 where the byte two before is E0 or above, or the one three before is F0 or above.
            (v128.and
              (v128.or
                (i8x16.sub_sat_u (v128.load offset=14 (local.get $at)) (i8x16.splat (i32.const 0x60)))
                (i8x16.sub_sat_u (v128.load offset=13 (local.get $at)) (i8x16.splat (i32.const 0x70))))
              (i8x16.splat (i32.const 0x80)))
            (v128.and
              (v128.and
                (i8x16.swizzle
                  (v128.const i8x16 0x02 0x02 0x02 0x02 0x02 0x02 0x02 0x02 0x80 0x80 0x80 0x80 0x21 0x01 0x15 0x49)
                  (v128.and
                    (i16x8.shr_u (local.get $one) (i32.const 4))
                    (i8x16.splat (i32.const 0x0f))))
                (i8x16.swizzle
                  (v128.const i8x16 0xe7 0xa3 0x83 0x83 0x8b 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xdb 0xcb 0xcb)
                  (v128.and (local.get $one) (i8x16.splat (i32.const 0x0f)))))
              (i8x16.swizzle
                (v128.const i8x16 0x01 0x01 0x01 0x01 0x01 0x01 0x01 0x01 0xe6 0xae 0xba 0xba 0x01 0x01 0x01 0x01)
                (v128.and
                  (i16x8.shr_u (v128.load offset=16 (local.get $at)) (i32.const 4))
                  (i8x16.splat (i32.const 0x0f))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $vectors (i32.lt_u (local.get $at) (local.get $end))))
    (v128.any_true (local.get $mistakes)))

  ;; Line feeds plus 131,072 times the continuation bytes; -1 if `checks` is not 0 and the bytes are ill-formed.
  (func (export "scan") (param $length i32) (param $checks i32) (result f64)
    (local $at i32)
    (local $end i32)
    (local $start i32)
    (local $stop i32)
    (local $feeds i32)
    (local $continuations i32)
    (local $first v128)
    (local $second v128)
    (local $any v128)
    (local $feedCounts v128)
    (local $continuationCounts v128)
    ;; Zeros count for nothing, and three of them show a scalar value that is not finished.
    (v128.store (i32.const 0) (v128.const i64x2 0 0))
    (v128.store offset=16 (local.get $length) (v128.const i64x2 0 0))
    (v128.store offset=32 (local.get $length) (v128.const i64x2 0 0))
    (v128.store offset=48 (local.get $length) (v128.const i64x2 0 0))
    (local.set $end (i32.and (i32.add (local.get $length) (i32.const 34)) (i32.const -32)))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $start (local.get $at))
        ;; So many bytes, and no count of a lane overflows; and a check is soon done, or not needed.
        (local.set $stop (i32.add (local.get $at) (i32.const 1024)))
        (if (i32.gt_u (local.get $stop) (local.get $end)) (then (local.set $stop (local.get $end))))
        (local.set $feedCounts (v128.const i64x2 0 0))
        (local.set $continuationCounts (v128.const i64x2 0 0))
        ;; The sixteen bytes before: a block of ASCII makes no mistakes behind ASCII.
        (local.set $any (v128.load (local.get $at)))
        (loop $turns
          (local.set $first (v128.load offset=16 (local.get $at)))
          (local.set $second (v128.load offset=32 (local.get $at)))
          (local.set $any (v128.or (local.get $any) (v128.or (local.get $first) (local.get $second))))
          ;; A comparison gives -1 where it holds.
          (local.set $feedCounts
            (i8x16.sub
              (i8x16.sub (local.get $feedCounts) (i8x16.eq (local.get $first) (i8x16.splat (i32.const 0x0a))))
              (i8x16.eq (local.get $second) (i8x16.splat (i32.const 0x0a)))))
          ;; 80..BF are the lowest of signed bytes.
          (local.set $continuationCounts
            (i8x16.sub
              (i8x16.sub
                (local.get $continuationCounts)
                (i8x16.lt_s (local.get $first) (i8x16.splat (i32.const 0xc0))))
              (i8x16.lt_s (local.get $second) (i8x16.splat (i32.const 0xc0)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $turns (i32.lt_u (local.get $at) (local.get $stop))))
        (if (local.get $checks)
          (then
            (if (i8x16.bitmask (local.get $any))
              (then
                (if (call $hasMistakes (local.get $start) (local.get $stop)) (then (return (f64.const -1))))))))
        (local.set $feeds (i32.add (local.get $feeds) (call $sum (local.get $feedCounts))))
        (local.set $continuations
          (i32.add (local.get $continuations) (call $sum (local.get $continuationCounts))))
        (br $blocks)))
    (f64.add
      (f64.convert_i32_u (local.get $feeds))
      (f64.mul (f64.convert_i32_u (local.get $continuations)) (f64.const 131072))))

  ;; The cost of each pair of the bytes 0..length, summed: `length` pairs. A pair is an index, as a number of two bytes.
  (func (export "cost") (param $length i32) (result i32)
    (local $at i32)
    (local $even i32)
    (local $odd i32)
    (local $word i32)
    (local $end i32)
    (local.set $end (i32.and (local.get $length) (i32.const -4)))
    (block $done
      (br_if $done (i32.eqz (local.get $end)))
      (loop $words
        (local.set $word (i32.load (local.get $at)))
        (local.set $even
          (i32.add
            (local.get $even)
            (i32.load8_u offset=131072 (i32.and (local.get $word) (i32.const 0xffff)))))
        (local.set $odd
          (i32.add
            (local.get $odd)
            (i32.load8_u offset=131072
              (i32.and (i32.shr_u (local.get $word) (i32.const 8)) (i32.const 0xffff)))))
        (local.set $even
          (i32.add
            (local.get $even)
            (i32.load8_u offset=131072 (i32.shr_u (local.get $word) (i32.const 16)))))
        ;; The one that ends in the next word.
        (local.set $odd
          (i32.add (local.get $odd) (i32.load8_u offset=131072 (i32.load16_u offset=3 (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br_if $words (i32.lt_u (local.get $at) (local.get $end)))))
    (block $done
      (loop $pairs
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $even
          (i32.add (local.get $even) (i32.load8_u offset=131072 (i32.load16_u (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $pairs)))
    (i32.add (local.get $even) (local.get $odd))))
