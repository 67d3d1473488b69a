/** The senders of bounces, by the local part or the name that mail systems use. */
export const MACHINE =
  /mailer[ -]?daemon|mail[ _-]?daemon|post_?master|mail delivery|maildelivery|mail administrator|mail deliver|delivery (?:sub)?system|mdaemon|mmsc|system administrator|bounce|no-?reply|noreply|undeliver|double-bounce|mail system|e-?mail (?:admin|security)|administrator|mxlogic|sysadmin|notification/i;

/** What is said of mail that did not arrive, in subjects and in texts. */
export const FAILURE = new RegExp(
  [
    'undeliver\\w{0,12}|mail failure|invalid user address|occurred while attempting to deliver|not (?:be )?(?:been )?delivered|failed to deliver|fail(?:ed|ure) (?:delivery|notice)|failure notice|delivery (?:\\w+ )?(?:has |have )?(?:fail|error|status|notif|problem|report)|delivery to the following',
    "returned (?:e-?)?mail|returned to sender|return(?:ing)? message|could ?n(?:o|')t (?:be |deliver)|cannot (?:be )?deliver|unable to deliver|wasn't able to deliver|not able to deliver|wasn't delivered|couldn't be delivered|delivery incomplete|message not delivered|did not reach|permanent (?:fatal )?error|delivery errors|mail (?:system )?error|transport fail|nondeliverable|message status - undeliver|was(?: not|n't) (?:sent|delivered)|rejected by|mail could not|recipients? (?:was|were) rejected|error sending|blocked|failure reasons|delivery attempt|cannot send|bounce",
    "unzustellbar|nicht zugestellt|zustellung .{0,30}fehlgeschlagen|konnte nicht .{0,40}zugestellt|non remis|n'a pas pu être|échec de (?:la )?(?:remise|livraison)|non distribu|no se (?:ha )?(?:podido|pudo) entregar|no entregado|devuelto|não (?:foi )?entregue|não pôde ser entregue|falha na entrega|mancat[oa] (?:recapito|consegna)|impossibile recapitare|non consegnat|onbestelbaar|kan niet worden bezorgd|niet bezorgd",
    'niedoręczon|nie można dostarczyć|nie dostarczono|не доставлен|недоставлен|не удалось доставить|не может быть доставлен|teslim edilemedi|iletilemedi|doručit|nedoruč|kézbesíthetetlen|kunde inte levereras|obeställbar|kunne ikke leveres|toimitus epäonnistui',
    '配信できません|送信できません|送信できませんでした|エラー通知|配信に失敗|届けられません|送信に失敗|配送できません|退信|无法投递|無法投遞|投递失败|系统退信|발송 실패|배달 실패|전송 실패|반송|전달되지|تعذر تسليم|فشل التسليم',
  ].join('|'),
  'i',
);

/** What a bounce writes above the message that it returns. */
export const COPY =
  /^(?:[-=_*#+ ]{2,12}.{0,40}(?:original|copy of|returned|transmitted|unsent|message header|message follows|headers of|below this line|included message).{0,80}|.{0,30}(?:original message|original mail|copy of (?:the|your) (?:original )?message|returned message|message headers?|original headers|undelivered message|unsent message|message follows|the headers? of the original|original message headers).{0,30}[:.-]*|[-=]{2,}\s?$|(?:received|return-path|message-id|dkim-signature|mime-version|x-[\w-]{1,40}|delivered-to|content-type): .*)$/i;

/** A message that is only late. */
export const DELAY =
  /delayed|has not yet been|not yet been delivered|still (?:being )?(?:tried|trying|in the queue)|will (?:be retried|continue|keep trying)|do(?:es)? not need to (?:resend|do anything)|this is a warning message only|temporary (?:failure|delivery)|warning: (?:could not send|message)|delivery status notification \(delay\)/i;
