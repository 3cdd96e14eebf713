{-# LANGUAGE OverloadedStrings #-}
-- http2, over tls. SSL_CERT_FILE names the certificate.
module Main (main) where

import Control.Concurrent.Async (mapConcurrently)
import Data.ByteString (ByteString)
import qualified Data.ByteString.Builder as Builder
import qualified Data.ByteString.Char8 as Bytes
import qualified Data.ByteString.Lazy as Lazy
import Data.Default.Class (def)
import Data.IORef
import Data.Maybe (fromMaybe)
import Data.X509.CertificateStore (readCertificateStore)
import Foreign.Marshal.Alloc (mallocBytes)
import Network.HPACK (getHeaderValue)
import Network.HPACK.Token (toToken)
import Network.HTTP.Types (statusCode)
import Network.HTTP2.Client
import Network.Socket
import Network.TLS
import Network.TLS.Extra.Cipher (ciphersuite_default)
import System.Environment (getArgs, getEnv)
import qualified System.TimeManager as Timers
import Text.Printf (printf)

type Answer = (Int, ByteString, ByteString)

-- | Opens a connection that trusts the certificate.
connectTo :: String -> FilePath -> IO Context
connectTo port ca = do
  store <- fromMaybe (error "there is no certificate") <$> readCertificateStore ca
  address : _ <- getAddrInfo (Just defaultHints {addrSocketType = Stream}) (Just "127.0.0.1") (Just port)
  connection <- openSocket address
  connect connection (addrAddress address)
  context <- contextNew connection (defaultParamsClient "localhost" "")
    { clientShared = def {sharedCAStore = store}
    , clientHooks = def {onSuggestALPN = return (Just ["h2"])}
    , clientSupported = def {supportedCiphers = ciphersuite_default}
    }
  context <$ handshake context

-- | Returns a function that reads exactly this many bytes.
reader :: Context -> IO (Int -> IO ByteString)
reader context = do
  rest <- newIORef ""
  let readN count = do
        have <- readIORef rest
        if Bytes.length have >= count
          then let (first, later) = Bytes.splitAt count have in first <$ writeIORef rest later
          else do
            more <- recvData context
            if Bytes.null more then return "" else writeIORef rest (have <> more) >> readN count
  return readN

main :: IO ()
main = do
  [port, topic, identifier] <- getArgs
  ca <- getEnv "SSL_CERT_FILE"
  context <- connectTo port ca
  buffer <- mallocBytes 16384
  readN <- reader context
  timers <- Timers.initialize 60000000
  let config = Config buffer 16384 (sendData context . Lazy.fromStrict) readN defaultPositionReadMaker timers
      client = ClientConfig "https" (Bytes.pack ("localhost:" ++ port)) 100
  _ <- run client config $ \send -> do
    let push :: String -> String -> Maybe String -> IO Answer
        push token alert given = send request answer
          where
            request = requestBuilder "POST" (Bytes.pack ("/3/device/" ++ token))
              (("apns-topic", Bytes.pack topic) : [("apns-id", Bytes.pack value) | Just value <- [given]])
              (Builder.string7 (printf "{\"aps\":{\"alert\":\"%s\"}}" alert))
        answer response = do
          body <- getResponseBodyChunk response
          let answered = getHeaderValue (toToken "apns-id") (snd (responseHeaders response))
          return (maybe 0 statusCode (responseStatus response), fromMaybe "" answered, body)
    (accepted, answered, _) <- push (concat (replicate 32 "ab")) "accepted" (Just identifier)
    Bytes.putStrLn (Bytes.pack (show accepted) <> " " <> answered)
    (rejected, _, reason) <- push "zz" "rejected" Nothing
    Bytes.putStrLn (Bytes.pack (show rejected) <> " " <> reason)
    burst <- mapConcurrently (\number -> push (printf "%064x" number) ("burst " ++ show number) Nothing) [0 .. 99 :: Int]
    print (length (filter (\(status, _, _) -> status == 200) burst))
    return (accepted, answered, reason)
  bye context
