const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

/**
 * Samples of RFC 9580, Appendix A, which the OpenPGP interoperability test suite uses as well (tests.sequoia-pgp.org), as
 * packets without armor.
 */
export const openPgpVectors = {
  fingerprint: 'cb186c4f0609a697e4d52dfa6c722b0c1f1e27c18a56708f6525ec27bad9acc9',
  /** It names the part that is encrypted to. */
  readerId: '12c83f1e706f6308',
  lockedBy: 'correct horse battery staple',
  signedText: 'What we need from the grocery store:\r\n\r\n- tofu\r\n- vegetables\r\n- noodles\r\n',
  /** A.3. */
  certificate: bytes(
    'xioGY4d/4xsAAAAg+U2nu0jWCmHlZ3BqZYfQMxmZu52JGggkLq2EVD34laPCsQYfGwoAAABCBYJjh3/jAwsJBwUVCg4IDAIW' +
      'AAKbAwIeCSIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce62azJBScJAgcCAAAAAK0oIBA+LX0ifsDm185Ecds2v8lw' +
      'gyU2kCcUmKfvBXbAf6rhRYWzuQOwEn7E/aLwIwRaLsdry0+VcallHhSu4RN6HWaEQsiPlR4zxP/TP7mhfVEe7XWPxtnMUMtf' +
      '15OyA51YBM4qBmOHf+MZAAAAIIaTJINn+eUBXbki+PSAld2nhJh/LVmFsS+60WyvXkQ1wpsGGBsKAAAALAWCY4d/4wKbDCIh' +
      'BssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce62azJAAAAAAQBIKbpGG2dWTX8j+VjFM21J0hqWlEg+bdiojWnKfA5AQpW' +
      'UWtnNwDEM0g12vYxoWM8Y81W+bHBw805I8kWVkXU6vFOi+HWvv/ira7ofJu16NnoUkhclkUrk0mXubZvyl4GBg==',
  ),
  /** A.4. */
  unlockedKey: bytes(
    'xUsGY4d/4xsAAAAg+U2nu0jWCmHlZ3BqZYfQMxmZu52JGggkLq2EVD34laMAGXKBexK+cH6NX1hs5hNhIB00TrJmosgv3mg1' +
      'ditlsLfCsQYfGwoAAABCBYJjh3/jAwsJBwUVCg4IDAIWAAKbAwIeCSIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce6' +
      '2azJBScJAgcCAAAAAK0oIBA+LX0ifsDm185Ecds2v8lwgyU2kCcUmKfvBXbAf6rhRYWzuQOwEn7E/aLwIwRaLsdry0+Vcall' +
      'HhSu4RN6HWaEQsiPlR4zxP/TP7mhfVEe7XWPxtnMUMtf15OyA51YBMdLBmOHf+MZAAAAIIaTJINn+eUBXbki+PSAld2nhJh/' +
      'LVmFsS+60WyvXkQ1AE1gCk95TUR3XFeibg/u/tVY6a//1q0NWC1X+yui3O24wpsGGBsKAAAALAWCY4d/4wKbDCIhBssYbE8G' +
      'CaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce62azJAAAAAAQBIKbpGG2dWTX8j+VjFM21J0hqWlEg+bdiojWnKfA5AQpWUWtnNwDE' +
      'M0g12vYxoWM8Y81W+bHBw805I8kWVkXU6vFOi+HWvv/ira7ofJu16NnoUkhclkUrk0mXubZvyl4GBg==',
  ),
  /** A.5; its passphrase is `lockedBy`. */
  lockedKey: bytes(
    'xYIGY4d/4xsAAAAg+U2nu0jWCmHlZ3BqZYfQMxmZu52JGggkLq2EVD34laP9JgkCFARdb9ccngltHraRe25uHuyuAQQVtKip' +
      'J0+r5jL4dacGWSAheCWPpITYiyfyIOPS3gIDyg8f7strd1OB4+LZsUhcIjOMpVHgmiY/IutJkulneoBYwrEGHxsKAAAAQgWC' +
      'Y4d/4wMLCQcFFQoOCAwCFgACmwMCHgkiIQbLGGxPBgmml+TVLfpscisMHx4nwYpWcI9lJewnutmsyQUnCQIHAgAAAACtKCAQ' +
      'Pi19In7A5tfORHHbNr/JcIMlNpAnFJin7wV2wH+q4UWFs7kDsBJ+xP2i8CMEWi7Ha8tPlXGpZR4UruETeh1mhELIj5UeM8T/' +
      '0z+5oX1RHu11j8bZzFDLX9eTsgOdWATHggZjh3/jGQAAACCGkySDZ/nlAV25Ivj0gJXdp4SYfy1ZhbEvutFsr15ENf0mCQIU' +
      'BA5hhGgp2oaavg6mFUXcFMwBBBUuE8qf9Ock+xwusd+GAglBr5LVyr/lup3xxQvHXFSjjA2haXfoN6xUGRdDEHI6+uevKjVR' +
      'v5oAxgu7eJpaXNjCmwYYGwoAAAAsBYJjh3/jApsMIiEGyxhsTwYJppfk1S36bHIrDB8eJ8GKVnCPZSXsJ7rZrMkAAAAABAEg' +
      'pukYbZ1ZNfyP5WMUzbUnSGpaUSD5t2KiNacp8DkBClZRa2c3AMQzSDXa9jGhYzxjzVb5scHDzTkjyRZWRdTq8U6L4da+/+Kt' +
      'ruh8m7Xo2ehSSFyWRSuTSZe5tm/KXgYG',
  ),
  /** A.6, over `signedText`. */
  signature: bytes(
    'wpgGARsKAAAAKQWCY5ijYyIhBssYbE8GCaaX5NUt+mxyKwwfHifBilZwj2Ul7Ce62azJAAAAAGk2IHZJX1AhiJD39eLuPBgi' +
      'UU9wUA9VHYblySHkBONKU/usJ9BvuAqo/FvLFuGWMbKAdA+epq7V4HOtAPlBWmU8QOd6aud+aSunHQaaEJ+iTFjP2OMW0KBr' +
      'NK2ay45cX1IVAQ==',
  ),
  /** A.7: signed and not encrypted. */
  signedInside: bytes(
    'xEYGAQobIHZJX1AhiJD39eLuPBgiUU9wUA9VHYblySHkBONKU/usyxhsTwYJppfk1S36bHIrDB8eJ8GKVnCPZSXsJ7rZrMkB' +
      'y0p1AAAAAABXaGF0IHdlIG5lZWQgZnJvbSB0aGUgZ3JvY2VyeSBzdG9yZToKCi0gdG9mdQotIHZlZ2V0YWJsZXMKLSBub29k' +
      'bGVzCsKYBgEbCgAAACkFgmOYo2MiIQbLGGxPBgmml+TVLfpscisMHx4nwYpWcI9lJewnutmsyQAAAABpNiB2SV9QIYiQ9/Xi' +
      '7jwYIlFPcFAPVR2G5ckh5ATjSlP7rCfQb7gKqPxbyxbhljGygHQPnqau1eBzrQD5QVplPEDnemrnfmkrpx0GmhCfokxYz9jj' +
      'FtCgazStmsuOXF9SFQE=',
  ),
  /** A.8: for the key of A.4. */
  forKey: bytes(
    'wV0GIQYSyD8ecG9jCP4VGkF3Q6HwM3kOk+mXhIjR2zeNqZMIhRmHzxjV8bU/gXzOWgBM85PMiVi93AZfJfhK9QmxfdNnZBje' +
      'o1VDeVZheQHgaVf7yopqR6W1FT6NOrfSaQIHAgZhZBZTW+CwcW1g4FKlbExAf56zaw76/prQoN+bAzxpohup69LA7JW/Vp0l' +
      'yZnuSj3hcFj0DfqLTGgr4/u717J+sPWbtQBfgMfG9AOIwwrUBqsFE9zW+f1zdlYobhF30A+IitsxxA==',
  ),
  /** Of the interoperability suite: for the same key, with packets of versions 3 and 1. */
  forKeyOlderForm: bytes(
    'wVQDEsg/HnBvYwgZEFZQspuRTLEGqQ4oEX+0ap/cDogTvDbh+Fu5K6O7ZCkpCZu4g6JfGwkmmqn6Ekff2LPS+jcsgz4S3y+9' +
      '0y7zg+bw6jgy81vJYZLSPwHPmq3ld0oVcodBvOUSOAvARPpDCHvAOyMT+ZmYEbbQK/ahc3P6HGDArsfcAETvsIHBE8U45o4g' +
      'poZLYyxi0A==',
  ),
  /** A.9 to A.12: for whoever knows the passphrase `password`, by the cipher or the way from passphrase to key. */
  forPassphrase: {
    EAX: bytes(
      'w0AGHgcBCwMIpa5XnR/F2Cv/aSJPkZmTs1Bvo7WaanPP+MXvxfQcV/tU4cImgV14KPX5LEVOtl6+AKtZhsaObnxV0mkCBwEG' +
        'n/kOOzIZZPOkKRPI3MZhkyUBUifvt+rqpJ8EwuZ0F11KPSJu1q/LnKmsEiwUcOEcY9TAqyQcapOK1Iv5mlqZuQu6gyXeYQR1' +
        'QCWKt5Wala0FHdqW6xVDHf719eIlXKeCYVRuM5o=',
    ),
    OCB: bytes(
      'wz8GHQcCCwMIVqKY0vXjZFP/z8xcEWZO2520JZDX3EawckG2EsOBLP/76gDyNHslZBEj+IeuYNT9YU4IN9gZ02zSaQIHAgYg' +
        'pmH3MfyaMDK1YjMmAn46XY21dI6+/wsMWRDQns3WQf+f04VidYA1vEl1TOG/P/+n2tCjuBBPUTPPQqQQCoPu9MobSAGohGv0' +
        'K82nyM6dZeIS8wHLzZj9yt5pSod61CRzI/boVw==',
    ),
    GCM: bytes(
      'wzwGGgcDCwMI6dOXhbIHAAj/tC58SD70iERXyzcmubPbn/d25fTZpAlS4kRymIUav/91Jt8t1VRBdXmneZ/SaQIHAwb8uUSQ' +
        'vLmLvcnRBsYJAmaUD3LontwhtVlrFXaxAe0Pn/xvxtZbv9JNzQeQlm5tHoWjAFN4TLHYtqBpnvEhVaeyrWJYUxtXZR/Xd3kS' +
        '+pXjXZtAIW9ppMJI2yj/QzHxYykHOZ5v+Q==',
    ),
    Argon2: bytes(
      'wycEBwScUvg8J/leUNU1RA7N/zE2AQQVnlL8rSLPP5VlQsunlO+ECxHSPgGYGKY+YJz4u6F+DDlDBOr5NRQXt/KJIf4m4mOl' +
        'KyC/uqLbpnLJZMnTq3o79GxBTdIdOzhHXfA3pqV4mTzF',
    ),
  },
} as const;
