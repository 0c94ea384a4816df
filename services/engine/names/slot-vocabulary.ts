import type { Phrases, WordClass } from './word-class.js';

/** Words that name a slot or the album version. */
export const SLOT_PHRASES = {
  streaming: {
    sure: `
      sptfy, itunes plus, soundcloud, beatport, traxsource, dsp master, stream master, web master, online master,
      net release, for digital, digital distribution, digital stores, download master, digital only, digital album,
      for upload, digital version, estrimin, streaming, stream, streams, streaming master, dsp, dsps, spotify,
      apple music, itunes, mfit, mastered for itunes, adm, apple digital master, apple digital masters, tidal, deezer,
      distrokid, bandcamp, digital master, for streaming, digital release, distribution, distro, aggregator,
      digitalni, digitalno, cyfrowy, cyfrowa, cyfrowe, skaitmeninis, ψηφιακό, цифра, цифровой, suoratoisto, strømming,
      strömning, stafræn, verkkojulkaisu, tunecore, cd baby, awal, plataformas, plateformes, piattaforme, plattformen, numerique, 配信用, 配信, ストリーミング, サブスク, 流媒体, 数字发行, 스트리밍, 음원`,
    likely: `
      spot, strmg, str, net, sc, digital, online, web, dl, download, store, stores, youtube, digitale, digi, dig,
      strm, apple, amazon`,
  },
  vinyl: {
    sure: `
      gramodeska, plyta winylowa, älppäri, vinüül, plokštelė, finyl, piringan hitam, แผ่นเสียง, ไวนิล, lackschnitt,
      lackplatte, lacq, vyl, vnyl, ויניל, فينيل, βινύλιο, вініл, грампластинка, 唱片, ploca, vinils, for cut, for cutting, cut master, wax,
      record cut, for lp, lp cut, half speed, halfspeed, vinylmaster, vinylschnitt, presswerk, for lathe, plate cut,
      analogue, analog master, vinyl only, vinyl version, for pressing plant, dub cut, acetat, testpressung, 레코드판,
      vinilowy, vinylu, vinylova, vinyl, vinyls, vnl, vinyle, vinilo, vinil, vinile, vinyyli, winyl, bakelit, plak,
      lathe, lathe cut, lacquer, lacquers, acetate, acetato, dubplate, dub plate, vinyl pre master, vinyl premaster,
      pre master vinyl, for vinyl, vinyl master, cutting master, schallplatte, lackfolie, gravure vinyle, アナログ盤, アナログ,
      レコード, レコード盤, 黑胶, 黑膠, 바이닐, 엘피, lp master`,
    likely: `
      überspielung, pressage, prensagem, prensaje, analog, pressing, press, lp, vin, cut, cutting, record, 7 inch, 12 inch, 10 inch, 7in, 12in, 10in, 45rpm, 33rpm,
      45 rpm, 33 rpm, platte, gravure, disco de vinilo, skiva, 盤, laque, dmm`,
  },
  hires: {
    sure: `
      yüksek çözünürlük, korkea resoluutio, nagy felbontás, højopløst, høyoppløselig, hohe auflösung, hochaufgelöst,
      alta res, hres, high rate, high sample rate, hidef, hi def, full res, fullres, hd tracks, hr master, high def, dxd, hi resolution master, archival,
      archive master, 无损高清, hires, hi res, hi-res, highres, high res, high resolution, hi resolution, hi rez, hirez,
      hdtracks, hd master, hd audio, qobuz, alta risoluzione, alta resolucion, alta resolucao, haute resolution,
      haute definition, alta definicion, alta definizione, hochauflosend, hoge resolutie, hogupplost,
      wysoka rozdzielczosc, vysoke rozliseni, ハイレゾ, 高音质, 高解析, 高解析度, 고음질`,
    likely: `hra, hir, hda, audiophile, full rate, native, native res, mix rate, ultra, hd, hr, uhd, mqa, studio master, studio quality, max quality, hq`,
  },
  cd: {
    sure: `
      cd premaster, cd pre master, premaster cd, pre master cd, replication, for replication, glass master, glassmaster, for duplication, duplication, cd version, cd res,
      audio cd, cd pressing, 1630, cd ready, disc ready, cd, cdda, cd da, cd master, redbook, red book, for cd,
      compact disc, cd audio, cd quality, cdq, disque compact, CD用, 시디`,
    likely: `cdr, kompaktlemez, rb, dithered, dither, cd1644, disc master, pmcd`,
  },
  instrumental: {
    sure: `
      ボーカル抜き, zenei alap, karaokeversio, undirspil, án söngs, offerynnol, fonogramm, fonogramma, fonograma, miinus, sense veu,
      sense veus, ดนตรี, คาราโอเกะ, off voc, sans paroles, musique seule, apenas música, mus only, ohne vox, vox out,
      mute vox, no voc, novoc, nvx, instrmntl, instrmtl, backing version, אינסטרומנטלי, אינסטרומנטל, פלייבק, ללא שירה, موسيقى فقط, بدون غناء, انسترومنتال, موسيقى بدون غناء, ορχηστρικό,
      οργανικό, χωρίς φωνή, інструментал, без вокалу, мінусовка, синбек, matrica, bez vokala, negativ, fara voce,
      instrumentala, tanpa vokal, nhac nen, khong loi, instrumentaal, ilma vokaalita, instrumentalka, be zodziu,
      instrumentalais, 卡拉OK, 消音, music only, music minus one, mmo, without voice, w o vox, w o vocals, w o vocal,
      wo vox, wo vocals, no voice, voc off, voice off, band only, orchestra only, non vocal, vocal free, minus vox,
      minus voice, less vocals, vocals removed, vocal removed, vox muted, vocal muted, dubstrumental, riddim,
      instrumental only, instr only, only music, solo musica, nur musik, musik ohne gesang, sans les voix,
      zonder stem, uten sang, uden sang, bez glosu, no lead vocal, no lead vocals, 오프보컬, 无人聲, 纯伴奏, 無伴唱, instrumental,
      instrumentals, inst, instr, instru, instrum, instrumentale, instrumental version, instrumental mix,
      instrumentalversion, instrumentaal, instrumentaali, instrumentalna, instrumentalni, instrumentalis,
      enstrumantal, strumentale, versione strumentale, vocals off, vocal off, vox off, off vocal, offvocal, no vocals,
      no vocal, no vox, novox, without vocals, without vocal, minus vocal, minus vocals, vocals muted, voiceless,
      vocalless, sans voix, sans chant, sin voz, sin voces, sem voz, senza voce, ohne gesang, ohne stimme,
      ohne vocals, zonder zang, utan sang, uten vokal, uden vokal, ilman laulua, bez wokalu, bez vokalu, bez zpevu,
      vokalsiz, bez golosa, minusovka, instrumentalnaia, instrumentalnyy, backing track, backing trk, インスト,
      インストゥルメンタル, オフボ, ボーカルなし, 歌なし, オフボーカル, オフヴォーカル, 伴奏, 纯音乐, 无人声, 인스트, 인스트루멘탈, 반주`,
    likely: `
      backing, alap, fono, kara, beat, bgm, music bed, bed, underscore, no lead, track only, instr v, karaoke, カラオケ, オケ, 노래방, pista, base, basi, bgt,
      playback, halbplayback, singback, sing back, taustanauha, podklad, altyapi, minus, minus one, minus1, m1nus,
      pbo, bande orchestre, band track, instrumento, instrum ver, ins, intrumental, sing along, mr`,
  },
  clean: {
    sure: `
      radioversio, radioversjon, radioversie, wersja radiowa, rádiová verze, rádiós verzió, versión radial,
      radyo versiyonu, temiz versiyon, siivottu, ren version, cista, tiszta, swears out, clnd, explicit free,
      radijska verzija, radiofonico, radiofonica, נקי, نظيفة, نسخة نظيفة, καθαρό, без мата, без матов, чистая версия, cenzurat, cistá verze,
      explicit lyrics removed, explicit removed, lyrics removed, profanity removed, language removed, words removed,
      sfw, super clean, squeaky clean, nonexplicit, not explicit, unexplicit, edited for radio, kid friendly,
      radio friendly, cuss free, no cussing, no curses, expletive free, expletives removed, swears removed,
      swears muted, cursing removed, masked, no explicit lyrics, radio ready, radio version clean,
      clean album version, sanitized, sanitised, sin groserias, sans gros mots, ohne schimpfworte,
      versione radiofonica pulita, 消音版, 修正音, clean, cleaned, clean version, clean edit, clean ver, clean mix, cln,
      censored, bleeped, bleep, radio clean, clean radio, clean radio edit, curse free, swear free, profanity free,
      no profanity, no swears, no swearing, no cursing, no curse, non explicit, pg, pg13, family friendly, fcc,
      fcc safe, fcc clean, airplay, broadcast safe, radio safe, zensiert, jugendfrei, entscharft, censuree, censure,
      censurada, censurato, censurata, censurado, version propre, version limpia, limpia, limpo, limpa, pulita,
      versione pulita, gekuist, censurerad, sensurert, censureret, sensuroitu, ocenzurowana, ocenzurowany,
      cenzurovana, cenzura, tsenzura, sansurlu, cenzuras, クリーン, クリーンバージョン, 干净版, 净化版, 클린, 클린버전, edited version,
      muted curses, amended, wersja czysta, czysta wersja, bez wulgaryzmów, bez przekleństw, bez mata, sin palabrotas,
      senza parolacce, sem palavrões, uten banning, utan svordomar, ilman kirosanoja, küfürsüz, ohne kraftausdrücke,
      不適切語なし, 脏话消音`,
    likely: `
      temiz, muted, family, kids, radio edit, radio, radio version, radio mix, rad ed, radioedit, radiofassung, radioversion,
      edition radio, version radio, ラジオ, edited, bleeps, propre, sauber, schoon, broadcast, squeaky, radio vers, safe`,
  },
  main: {
    sure: `
      x rated, uncensored version, explicit version, dirty version, full vocal, main vocal, with vocals, with vox,
      album mix master, lp version, single master, regular version, standard version, explicite, explizit, explicit,
      dirty, uncensored, uncut, album version, original version, main version, main mix, main master, original mix,
      full version, master, mastered, mastr, mast, masterd, mst, mstr, mastering, remaster, remastered, 母带, マスター,
      マスタリング, マスター音源, 마스터, masterizado, masterise, gemastert, vocal version, full mix, single version, unedited,
      street version, tagged`,
    likely: `
      main, original, album, orig, explicito, explicita, expl, exp, vocal, vocals, full, released, release`,
  },
} satisfies Partial<Record<WordClass, Phrases>>;
